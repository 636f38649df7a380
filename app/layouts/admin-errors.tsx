import {
  href,
  isRouteErrorResponse,
  Link,
  Outlet,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { AdminTitle } from '#app/features/admin/admin-head.tsx'
import { Button } from '#app/ui/button.tsx'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'

type Message = { title: string; text: string }

function messageFor(status: number, data: unknown, isStaff: boolean): Message {
  if (status === 403 && isStaff)
    return {
      title: 'This page is for owners of the shop',
      text: 'Your account is a staff account. If you need something from this page, ask an owner.',
    }
  if (status === 403)
    return {
      title: 'You don’t have access to this page',
      text: 'Your account does not have permission. To get access, ask an owner of the shop.',
    }
  if (status === 404) return { title: 'Page not found', text: typeof data === 'string' ? data : '' }
  return {
    title: 'This page could not be loaded',
    text: typeof data === 'string' ? data : 'No data was lost. Please try again in a moment.',
  }
}

/** Its error boundary lies inside the layout, so that a failed page keeps the sidebar. */
export default Outlet

export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined }
  // A customer has no data of the layout.
  const isStaff = useRouteLoaderData('layouts/admin') !== undefined
  const { title, text } = messageFor(status, data, isStaff)
  const isForCustomer = status === 403 && !isStaff
  return (
    <div className="flex flex-col items-center bg-paper px-6 py-16 text-center">
      <AdminTitle title={title} />
      <MountainDrawing className="h-auto max-w-72 opacity-60" />
      <h1 className="t-h3 mt-6">{title}</h1>
      <p className="m-0 mt-2 text-granite">{text}</p>
      <div className="mt-6">
        {status === 403 || status === 404 ? (
          <Link className="btn btn-line" to={isForCustomer ? href('/') : href('/admin')}>
            {isForCustomer ? 'Go to the shop' : 'Go to Today'}
          </Link>
        ) : (
          <Button busy={state === 'loading'} onClick={() => revalidate()}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}
