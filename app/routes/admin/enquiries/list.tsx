import { href, Link, useLocation, useRouteError } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import type { EnquiryRow } from '#modules/enquiries/admin-schema.ts'
import type { Listed } from '#shared/lists.ts'
import { Filters } from '../ui/filters.tsx'
import { OfficeHead } from '../ui/head.tsx'
import { Queues } from '../ui/queues.tsx'
import { AdminTable, type Column } from '../ui/table.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/list'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Listed<EnquiryRow>>(`/admin/enquiries${searchFor(request)}`))
}

const queues = [
  ['', 'New'],
  ['answered', 'Answered'],
  ['closed', 'Closed'],
] as const

const kinds = { contact: 'Question', bulk: 'Bulk' } as const
const shortLength = 140

const columns: Column<EnquiryRow>[] = [
  {
    title: 'From',
    cell: ({ enquiryId, name }) => (
      <Link to={href('/admin/enquiries/:enquiryId', { enquiryId })} prefetch="intent">
        {name}
      </Link>
    ),
  },
  { title: 'Kind', cell: ({ kind }) => kinds[kind] },
  {
    title: 'Message',
    hidesTitle: true,
    cell: ({ message }) => (
      <span className="text-granite">
        {message.length > shortLength ? `${message.slice(0, shortLength)} …` : message}
      </span>
    ),
  },
  {
    title: 'When',
    cell: ({ createdAt }) => (
      <time className="whitespace-nowrap" dateTime={createdAt}>
        {momentWords(createdAt, new Date())}
      </time>
    ),
  },
]

export default function Enquiries({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  const said = new URLSearchParams(useLocation().search)
  return (
    <>
      <OfficeHead title="Enquiries" />
      <Queues to={href('/admin/enquiries')} name="state" queues={queues} current={said.get('state') ?? ''} />
      <Filters
        search="Name, email or word"
        keeps={['state']}
        choices={[
          {
            name: 'kind',
            label: 'Kind',
            options: [
              ['', 'All kinds'],
              ['bulk', 'Bulk enquiries'],
              ['contact', 'Questions'],
            ],
          },
        ]}
      />
      <AdminTable
        caption="Enquiries, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ enquiryId }) => enquiryId}
        page={page}
        hasMore={hasMore}
        empty={{
          title: 'Nothing is here',
          text: 'What people write on the home page and under Bulk Buying comes here.',
        }}
      />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
