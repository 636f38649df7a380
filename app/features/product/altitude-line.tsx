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
const height = 84
const metresPerUnit = 120

const yOf = (metres: number) => height - 2 - metres / metresPerUnit

const ridgePath = `M${[...slope, ...farSlope].map(([x, metres]) => `${x} ${yOf(metres).toFixed(1)}`).join('L')}`

/** The point at an altitude; the foot or the summit for altitudes outside the slope. */
export function pointOnSlope(altitudeM: number): { x: number; y: number } {
  const above = slope.findIndex(([, metres]) => metres >= altitudeM)
  const [x2, upper] = slope.at(above) ?? [0, 0]
  const [x1, lower] = above > 0 ? (slope[above - 1] ?? [x2, upper]) : [x2, upper]
  const fraction = upper === lower ? 0 : (altitudeM - lower) / (upper - lower)
  return { x: x1 + fraction * (x2 - x1), y: yOf(lower + fraction * (upper - lower)) }
}

/** Decorative: the altitude also stands as text beside the drawing. */
export function AltitudeLine({ altitudeM }: { altitudeM: number }) {
  const { x, y } = pointOnSlope(altitudeM)
  return (
    <svg
      className="altitude-line mt-3 -ml-32 w-[calc(100%+8rem)] max-w-none overflow-visible fill-none stroke-1 stroke-edge [&>path]:[vector-effect:non-scaling-stroke]"
      viewBox={`0 0 400 ${height}`}
      aria-hidden="true"
    >
      <path d={ridgePath} />
      <path d={`M${x.toFixed(1)} ${y.toFixed(1)}V${height}`} className="stroke-rule" />
      <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r="3.5" className="fill-ink stroke-2 stroke-snow" />
    </svg>
  )
}
