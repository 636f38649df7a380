import { useRouteError } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import type { AuditPage } from '#modules/audit/schema.ts'
import type { Route } from './+types/audit'
import { About, Difference } from './audit-text.tsx'
import { Filters } from './ui/filters.tsx'
import { OfficeHead } from './ui/head.tsx'
import { AdminTable, type Column } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<AuditPage>(`/admin/audit${searchFor(request)}`))
}

type Entry = AuditPage['rows'][number]

const columns: Column<Entry>[] = [
  { title: 'When', cell: ({ at }) => <time dateTime={at}>{momentWords(at, new Date())}</time> },
  { title: 'Who', cell: ({ actorName }) => actorName },
  {
    title: 'What',
    cell: ({ action, subject, subjectId }) => (
      <>
        {action} <About subject={subject} subjectId={subjectId} />
      </>
    ),
  },
  { title: 'From what to what', cell: ({ before, after }) => <Difference before={before} after={after} /> },
]

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { rows, page, hasMore, subjects, actors } = loaderData
  return (
    <>
      <OfficeHead title="Audit log" />
      <p className="office-words">
        Who changed what, and when. Entries are written once; nobody can change or delete them.
      </p>
      <Filters
        choices={[
          { name: 'subject', label: 'What', options: [['', 'Everything'], ...subjects.map((it) => [it, it] as const)] },
          {
            name: 'actor',
            label: 'Who',
            options: [['', 'Everybody'], ...actors.map(({ id, name }) => [id, name] as const)],
          },
        ]}
      />
      <AdminTable
        caption="Changes, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        page={page}
        hasMore={hasMore}
        empty={{ title: 'Nothing was changed', text: 'What you and your staff change is written down here.' }}
      />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
