import type { ReactNode } from 'react'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'

type Props = { title: string; text: string; children?: ReactNode }

export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="mt-block flex flex-col items-center bg-paper px-6 py-14 text-center">
      <MountainDrawing className="h-auto max-w-72 opacity-60" />
      <p className="t-h3 m-0 mt-8 text-balance">{title}</p>
      <p className="m-0 mt-3 text-granite">{text}</p>
      {children && <div className="mt-8">{children}</div>}
    </div>
  )
}
