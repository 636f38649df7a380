import line from '../assets/ridge-line.svg'

/** The hairline massif: in empty states and as the loader. Once per screen. */
export function Ridge({ className = '' }: { className?: string }) {
  return <img src={line} alt="" width={1200} height={200} className={`ridge ${className}`} />
}
