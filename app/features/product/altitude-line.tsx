import type { Altitude } from './altitude.ts'

/** Decorative: the altitude also stands as text beside the drawing. */
export function AltitudeLine({ ridge, x, y }: Altitude) {
  return (
    <svg
      className="altitude-line mt-3 -ml-32 w-[calc(100%+8rem)] max-w-none overflow-visible fill-none stroke-1 stroke-edge [&>path]:[vector-effect:non-scaling-stroke]"
      viewBox="0 0 400 84"
      aria-hidden="true"
    >
      <path d={ridge} />
      <path d={`M${x} ${y}V84`} className="stroke-rule" />
      <circle cx={x} cy={y} r="3.5" className="fill-ink stroke-2 stroke-snow" />
    </svg>
  )
}
