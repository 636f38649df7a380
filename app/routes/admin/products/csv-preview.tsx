import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { Tag } from '#app/features/admin/tag.tsx'
import type { ImportPreviewLine, ImportReport } from '#modules/catalog/csv-columns.ts'

const columns: Column<ImportPreviewLine>[] = [
  {
    title: 'Product',
    cell: ({ name, isNew }) => (
      <>
        {name} {isNew && <Tag>new</Tag>}
      </>
    ),
  },
  { title: 'Line', cell: ({ line }) => line },
  {
    title: 'Changes',
    className: 'md:w-[60%]',
    cell: ({ changes, isNew }) => (
      <dl className="grid gap-0.5">
        {changes
          .filter(({ column }) => !isNew || !hiddenIfNew.has(column))
          .map(({ column, before, after }) => (
            <div key={column} className="flex flex-wrap gap-x-2">
              <dt className="text-granite after:content-[':']">{column}</dt>
              <dd className="wrap-anywhere">
                {!isNew && (
                  <>
                    <del className="text-granite">{before || 'empty'}</del> →{' '}
                  </>
                )}
                <ins className="no-underline">{after || 'empty'}</ins>
              </dd>
            </div>
          ))}
      </dl>
    ),
  },
]

/** The name stands beside them, and the rest is long. */
const hiddenIfNew = new Set(['slug', 'name', 'description', 'archived'])

/** What the file would change, from what to what. */
export function ChangedLines({ report: { preview, added, changed } }: { report: ImportReport }) {
  const more = added + changed - preview.length
  return (
    <div className="mb-6">
      <AdminTable
        caption="Changed lines, before and after"
        columns={columns}
        list={{ rows: preview }}
        rowKey={({ line }) => line}
        empty={{ title: 'No changes', text: '' }}
      />
      {more > 0 && (
        <p className="t-note mt-2">
          and {more.toLocaleString('en-US')} more {more === 1 ? 'line' : 'lines'}.
        </p>
      )}
    </div>
  )
}
