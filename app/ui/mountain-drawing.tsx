import line from '../assets/ridge-line.svg'

/** A line drawing of mountains for empty states. Use it at most once per screen. */
export function MountainDrawing({ className = '' }: { className?: string }) {
  return <img src={line} alt="" width={1200} height={200} className={`mountain-drawing ${className}`} />
}
