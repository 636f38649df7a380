import type { ComponentProps, ReactNode } from 'react'

/** A form that a script submits. Without it, `method="dialog"` sends nothing, so no password ends up in a URL. */
export function ScriptForm(props: ComponentProps<'form'>) {
  return <form method="dialog" noValidate {...props} />
}

export function NoScriptMessage({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="t-note m-0">{children}</p>
    </noscript>
  )
}
