import { type ReactNode, useId, useState } from 'react'
import { Icon } from '#app/ui/icons.tsx'

type Props = {
  title: string
  hint?: string
  /** On a phone the section can be folded, and then shows this. */
  folded?: { summary: string; isInitial: boolean }
  children: ReactNode
}
type PanelProps = { title: string; className?: string; children: ReactNode }

export function FormSection({ title, hint, folded, children }: Props) {
  if (folded) return <FoldingSection title={title} hint={hint} {...folded} content={children} />
  return (
    <section className="bg-paper p-5 framed lg:p-6 [&>.field:last-child]:-mb-3">
      <h2 className="t-h4 mb-4">{title}</h2>
      {hint && <p className="t-note m-0 -mt-2 mb-4 max-w-prose">{hint}</p>}
      {children}
    </section>
  )
}

type FoldingProps = { title: string; hint: string | undefined; summary: string; isInitial: boolean; content: ReactNode }

/** A section with an error is never folded. */
function FoldingSection({ title, hint, summary, isInitial, content }: FoldingProps) {
  const [isFolded, setFolded] = useState(isInitial)
  const id = useId()
  const fold = isFolded ? 'max-lg:not-has-[[aria-invalid=true]]:hidden' : ''
  return (
    <section className="bg-paper px-5 framed lg:p-6">
      <h2 className="t-h4 mb-4 max-lg:hidden">{title}</h2>
      <h2 className="m-0 lg:hidden">
        <button
          type="button"
          className="flex min-h-14 w-full items-center justify-between gap-4 text-left"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={() => setFolded(!isFolded)}
        >
          <span className="t-h4 shrink-0">{title}</span>
          <span className="t-note flex min-w-0 items-center gap-2">
            <span className="truncate">{isFolded && summary}</span>
            <Icon name="down" className={isFolded ? 'ico shrink-0' : 'ico shrink-0 rotate-180'} />
          </span>
        </button>
      </h2>
      <div id={id} className={`max-lg:pb-5 [&>.field:last-child]:-mb-3 ${fold}`}>
        {hint && <p className="t-note m-0 mb-4 max-w-prose lg:-mt-2">{hint}</p>}
        {content}
      </div>
    </section>
  )
}

/** A section of a page that shows a record, with a small title. */
export function Panel({ title, className = '', children }: PanelProps) {
  return (
    <section className={`bg-paper p-5 framed ${className}`}>
      <h2 className="mb-3 font-normal font-sans text-granite text-note">{title}</h2>
      {children}
    </section>
  )
}
