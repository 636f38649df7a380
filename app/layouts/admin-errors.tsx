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
import { useHandle } from '#app/lib/handle.ts'
import { Button } from '#app/ui/button.tsx'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import type { WireStaffMember } from '#modules/accounts/admin-contract.ts'
import { can } from '#shared/rights.ts'

type Message = { title: string; text: string }

/** Tells a colleague whom to ask. */
function closedPage({ role, owners }: WireStaffMember): Message {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(owners)
  return {
    title: 'Your role does not include this page',
    text: `Your role is ${role}. If you need this page, ask ${names || 'an owner of the shop'} to change your role.`,
  }
}

function messageFor(status: number, data: unknown, member: WireStaffMember | undefined): Message {
  if (status === 403 && member) return closedPage(member)
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

const useMember = () => useRouteLoaderData<WireStaffMember>('layouts/admin')

/** Its error boundary lies inside the layout, so that a failed page keeps the sidebar. */
export default function AdminPages() {
  const member = useMember()
  const { right } = useHandle()
  if (right && member && !can(member.role, right)) return <ErrorPage status={403} />
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined }
  return <ErrorPage status={status} data={data} />
}

function ErrorPage({ status, data }: { status: number; data?: unknown }) {
  const { revalidate, state } = useRevalidator()
  // A customer has no data of the layout.
  const member = useMember()
  const { title, text } = messageFor(status, data, member)
  const isForCustomer = status === 403 && !member
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
