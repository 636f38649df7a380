type Point = [x: number, metres: number]

/** Rises from the plain to the summit without falling, so each altitude occurs once. */
const slope: Point[] = [
  [0, 100],
  [44, 560],
  [70, 1240],
  [92, 1390],
  [124, 2380],
  [146, 2620],
  [176, 3720],
  [196, 3940],
  [214, 4480],
  [240, 4830],
  [262, 6080],
  [280, 6440],
  [304, 7860],
  [318, 8849],
]
const farSlope: Point[] = [
  [332, 7300],
  [342, 6900],
  [356, 7450],
  [376, 5700],
  [386, 5500],
  [400, 4600],
]
/** The drawing is 84 high. */
const foot = 82
const metresPerUnit = 120

const yOf = (metres: number) => foot - metres / metresPerUnit

const ridgePath = `M${[...slope, ...farSlope].map(([x, metres]) => `${x} ${yOf(metres).toFixed(1)}`).join('L')}`

/** The point at an altitude; the foot or the summit for altitudes outside the slope. */
export function pointOnSlope(altitudeM: number): { x: number; y: number } {
  const above = slope.findIndex(([, metres]) => metres >= altitudeM)
  const [x2, upper] = slope.at(above) ?? [0, 0]
  const [x1, lower] = above > 0 ? (slope[above - 1] ?? [x2, upper]) : [x2, upper]
  const fraction = upper === lower ? 0 : (altitudeM - lower) / (upper - lower)
  return { x: x1 + fraction * (x2 - x1), y: yOf(lower + fraction * (upper - lower)) }
}

/** A drawing of the mountains and the place of an altitude on their slope. */
export type Altitude = { ridge: string; x: string; y: string }

/** The page's loader calls this, so that visitors do not load the points of the drawing. */
export function altitudeOf(altitudeM: number): Altitude {
  const { x, y } = pointOnSlope(altitudeM)
  return { ridge: ridgePath, x: x.toFixed(1), y: y.toFixed(1) }
}
