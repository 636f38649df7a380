type Point = [x: number, metres: number]

/** From the plain to the highest summit. It only rises, so each altitude is met once. */
const flank: Point[] = [
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
const farSide: Point[] = [
  [332, 7300],
  [342, 6900],
  [356, 7450],
  [376, 5700],
  [386, 5500],
  [400, 4600],
]
const height = 84
const metresPerUnit = 120

const levelOf = (metres: number) => height - 2 - metres / metresPerUnit

const ridge = `M${[...flank, ...farSide].map(([x, metres]) => `${x} ${levelOf(metres).toFixed(1)}`).join('L')}`

/** Where the flank reaches an altitude: at its foot or on the summit for what lies outside it. */
export function placeOnFlank(altitudeM: number): { x: number; y: number } {
  const above = flank.findIndex(([, metres]) => metres >= altitudeM)
  const [x2, upper] = flank.at(above) ?? [0, 0]
  const [x1, lower] = above > 0 ? (flank[above - 1] ?? [x2, upper]) : [x2, upper]
  const share = upper === lower ? 0 : (altitudeM - lower) / (upper - lower)
  return { x: x1 + share * (x2 - x1), y: levelOf(lower + share * (upper - lower)) }
}

/** A ridge with a dot at an altitude that stands in words beside it. */
export function AltitudeLine({ altitudeM }: { altitudeM: number }) {
  const { x, y } = placeOnFlank(altitudeM)
  return (
    <svg className="altitude-line" viewBox={`0 0 400 ${height}`} aria-hidden="true">
      <path d={ridge} />
      <path d={`M${x.toFixed(1)} ${y.toFixed(1)}V${height}`} className="altitude-drop" />
      <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r="3.5" />
    </svg>
  )
}
