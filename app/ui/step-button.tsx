type Props = { label: string; disabled?: boolean; bordered?: boolean; onPress: () => void; children: React.ReactNode }

/** A previous or next button. Uses `aria-disabled`, because `disabled` would lose the keyboard focus. */
export function StepButton({ label, disabled = false, bordered = false, onPress, children }: Props) {
  return (
    <button
      type="button"
      className={`icon-btn aria-disabled:text-edge ${bordered ? 'border border-edge aria-disabled:border-rule' : ''}`}
      aria-label={label}
      aria-disabled={disabled}
      onClick={() => disabled || onPress()}
    >
      {children}
    </button>
  )
}
