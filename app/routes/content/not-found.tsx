import { data } from 'react-router'
import { httpStatus } from '#shared/errors.ts'

/** Matches every path without a route; the root error boundary renders the not-found page. */
export function loader(): never {
  throw data(null, { status: httpStatus.notFound })
}

export default function NotFound() {
  return null
}
