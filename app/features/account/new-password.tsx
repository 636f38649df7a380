import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Icon } from '#app/ui/icons.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { passwordRules } from '#modules/accounts/password-rules.ts'

type Props = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'children'>

/** Shows which password rules are met while typing. */
export function NewPassword(props: Props) {
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const form = list.current?.closest('form')
    const clear = () => setTyped('')
    form?.addEventListener('reset', clear)
    return () => form?.removeEventListener('reset', clear)
  }, [])

  return (
    <PasswordField {...props} autoComplete="new-password" onChange={(event) => setTyped(event.currentTarget.value)}>
      <ul ref={list} className="password-rules" aria-label="Password requirements">
        {passwordRules.map(({ label, isMet }) => (
          <li key={label} data-met={isMet(typed) || undefined}>
            {isMet(typed) ? <Icon name="check" /> : <span className="password-dot" />}
            {label}
            <span className="sr-only">{isMet(typed) ? ': done' : ': not yet'}</span>
          </li>
        ))}
      </ul>
    </PasswordField>
  )
}
