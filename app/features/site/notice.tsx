import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import massif from '#app/assets/ridge-massif.svg'

type Props = { title: string; text: string; reason?: string | undefined; action?: ReactNode; children?: ReactNode }

/** The content of an error page. */
export function Notice({ title, text, reason, action, children }: Props) {
  const padding = children ? 'pt-16' : 'min-h-[60vh] py-16'
  return (
    <div className={`page flex flex-col items-center justify-center text-center ${padding}`}>
      <img src={massif} alt="" width={1200} height={200} className="mountain-drawing h-auto max-w-3xl" />
      <h1 className="t-h2 mt-12">{title}</h1>
      <div className="mt-4 mb-10 text-granite [&>p]:m-0">
        {reason && <p>{reason}</p>}
        <p>{text}</p>
      </div>
      {action ?? (
        <Link to={href('/shop')} className="btn btn-ink">
          Continue Shopping
        </Link>
      )}
      {children}
    </div>
  )
}
