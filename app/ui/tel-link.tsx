/** Non-breaking spaces keep the number on one line. */
export function TelLink({ number, className }: { number: string; className?: string }) {
  return (
    <a className={className} href={`tel:${number.replace(/[^\d+]/g, '')}`}>
      {number.replaceAll(' ', '\u00a0')}
    </a>
  )
}
