type Props = { label: string; off?: boolean; framed?: boolean; onPress: () => void; children: React.ReactNode }

/** One step on or back. At the end it stays in place, so that the keyboard's focus is not lost there. */
export function StepButton({ label, off = false, framed = false, onPress, children }: Props) {
  return (
    <button
      type="button"
      className={`icon-btn aria-disabled:text-edge ${framed ? 'border border-edge aria-disabled:border-rule' : ''}`}
      aria-label={label}
      aria-disabled={off}
      onClick={() => off || onPress()}
    >
      {children}
    </button>
  )
}
