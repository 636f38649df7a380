import type { ComponentProps, ReactNode } from 'react'

/** A form that a script sends. Without the script, `method="dialog"` sends nothing, so no password ends in an address. */
export function ScriptForm(props: ComponentProps<'form'>) {
  return <form method="dialog" noValidate {...props} />
}

/** What a form says where no script runs. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="t-note m-0">{children}</p>
    </noscript>
  )
}
