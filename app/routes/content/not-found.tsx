import { data } from 'react-router'
import { httpStatus } from '#shared/errors.ts'

/** Every address that no other route knows; the frame's own not-found page answers. */
export function loader(): never {
  throw data(null, { status: httpStatus.notFound })
}

export default function NotFound() {
  return null
}
