import { useRouteError } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { loadAsStaff, searchFor } from '#app/lib/office.ts'
import type { AuditPage } from '#modules/audit/schema.ts'
import type { Route } from './+types/audit'
import { Filters } from './ui/filters.tsx'
import { OfficeHead } from './ui/head.tsx'
import { AdminTable, type Column, nothing } from './ui/table.tsx'
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
        {action} <span className="text-granite">{subject}</span> <span className="admin-id">{shortId(subjectId)}</span>
      </>
    ),
  },
  { title: 'From what to what', cell: (entry) => <Difference entry={entry} /> },
]

/** The end of a long id tells things apart; its beginning is the time. */
function shortId(id: string): string {
  return id.length > 20 ? `…${id.slice(-8)}` : id
}

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

function Difference({ entry: { before, after } }: { entry: Entry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return nothing
  return (
    <dl className="admin-difference">
      {names.map((name) => (
        <div key={name}>
          <dt>{inWords(name)}</dt>
          <dd>
            {before && name in before && <del>{asText(before[name])}</del>}
            {after && name in after && <ins>{asText(after[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** `lowStock` as people say it: low stock. */
function inWords(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
}

function asText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
