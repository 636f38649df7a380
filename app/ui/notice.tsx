import { href, Link } from 'react-router'

/** A quiet page of one sentence: not found, or not now. */
export function Notice({ title, text }: { title: string; text: string }) {
  return (
    <div className="page section flex min-h-[60vh] flex-col items-center justify-center text-center">
      <h1 className="t-h2">{title}</h1>
      <p className="mt-4 mb-10 text-granite">{text}</p>
      <Link to={href('/shop')} className="btn btn-line">
        Continue Shopping
      </Link>
    </div>
  )
}
