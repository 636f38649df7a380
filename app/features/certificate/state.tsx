import type { CertificateState as State } from '#modules/certificates/states.ts'

const states: Record<State, { name: string; dot: string }> = {
  valid: { name: 'Valid', dot: 'bg-success' },
  returned: { name: 'Returned', dot: 'bg-error' },
  replaced: { name: 'Replaced', dot: '[box-shadow:inset_0_0_0_1.5px_var(--color-edge)]' },
  withdrawn: { name: 'Withdrawn', dot: 'bg-error' },
}

export function CertificateState({ state }: { state: State }) {
  const { name, dot } = states[state]
  return (
    <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
      <span className={`size-2 flex-none rounded-full ${dot}`} aria-hidden="true" />
      {name}
    </span>
  )
}
