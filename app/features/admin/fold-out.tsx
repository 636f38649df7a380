import { type ReactNode, useState } from 'react'

type Props = {
  summary: string
  className?: string
  hasValues: boolean
  hasError: boolean
  children: ReactNode
}

/** Open at first when its fields have values, and whenever one of them has an error. Emptying a field leaves it open. */
export function FoldOut({ summary, className = '', hasValues, hasError, children }: Props) {
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <details
      className={className}
      open={(isOpen ?? hasValues) || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="text-link inline-flex min-h-target min-w-target cursor-pointer items-center">
        {summary}
      </summary>
      {children}
    </details>
  )
}
