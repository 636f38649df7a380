import { href, Link, useSearchParams } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { AdminTable, type Column, emptyCell } from '#app/features/admin/table.tsx'
import { relativeTime } from '#app/features/order/order.ts'
import { listLoader } from '#app/queries/admin.ts'
import { type AuditPage, listAuditLog } from '#modules/audit/contract.ts'
import type { Route } from './+types/audit'
import { AuditActivity, AuditChanges, subjectTitle } from './audit-entry.tsx'
import { fieldChanges } from './audit-values.ts'

export const clientLoader = listLoader(listAuditLog)

type Entry = AuditPage['rows'][number]

const columns: Column<Entry>[] = [
  {
    title: 'Date',
    className: 'md:w-36',
    cell: ({ at }) => <time dateTime={at}>{relativeTime(at, new Date())}</time>,
  },
  { title: 'User', className: 'md:w-36', cell: ({ actorName }) => actorName },
  { title: 'Activity', className: 'md:w-1/4', cell: (entry) => <AuditActivity {...entry} /> },
  {
    title: 'Changes',
    cell: ({ before, after }) => {
      const changes = fieldChanges(before, after)
      return changes.length > 0 ? <AuditChanges changes={changes} /> : emptyCell
    },
  },
]

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { rows, subjects, actors } = loaderData
  const isOfOneRecord = useSearchParams()[0].has('record')
  return (
    <>
      <AdminHead title="Audit log" />
      <p className="admin-intro">All changes made in the back office. Entries cannot be edited or deleted.</p>
      {isOfOneRecord && (
        <p className="admin-notice">
          Only changes of {rows[0]?.subjectName ?? 'one record'}
          <Link className="text-link inline-flex min-h-target items-center" to={href('/admin/audit')}>
            Show all changes
          </Link>
        </p>
      )}
      <Filters
        filters={[
          {
            name: 'subject',
            label: 'Type',
            options: [['', 'All types'], ...subjects.map((subject) => [subject, subjectTitle(subject)] as const)],
          },
          {
            name: 'actor',
            label: 'User',
            options: [['', 'All users'], ...actors.map(({ id, name }) => [id, name] as const)],
          },
        ]}
      />
      <AdminTable
        caption="Activity, newest first"
        className="md:table-fixed"
        columns={columns}
        list={loaderData}
        rowKey={({ id }) => id}
        empty={{ title: 'No activity', text: 'Changes that you and your staff make appear here.' }}
      />
    </>
  )
}
