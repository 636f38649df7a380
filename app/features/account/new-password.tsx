import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Icon } from '#app/ui/icons.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { passwordRules } from '#modules/accounts/password-rules.ts'

type Props = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'children'>

const dot = 'size-3.5 flex-none bg-[radial-gradient(circle,currentColor_2px,transparent_2.5px)]'

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
      <ul
        ref={list}
        className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-4 gap-y-1 text-granite text-note leading-5"
        aria-label="Password requirements"
      >
        {passwordRules.map(({ label, isMet }) => (
          <li key={label} className={`flex items-center gap-1.5 ${isMet(typed) ? 'text-success' : ''}`}>
            {isMet(typed) ? <Icon name="check" className="ico size-3.5" /> : <span className={dot} />}
            {label}
            <span className="sr-only">{isMet(typed) ? ': done' : ': not yet'}</span>
          </li>
        ))}
      </ul>
    </PasswordField>
  )
}
