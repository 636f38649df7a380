import type { Bulk } from '#platform/db.server.ts'

export type Table = { name: string; columns: string[] }

/** Not part of a backup: a restore runs the migrations itself. */
export const migrationsTable = 'migrations'

/** The shop's tables, parents before children. Jobs live in pg-boss's own schema; unlogged tables are temporary. */
export async function readTables({ rows }: Pick<Bulk, 'rows'>): Promise<Table[]> {
  const tables = (await rows(`
    select c.relname::text as name, json_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p'
      and c.relname <> '${migrationsTable}'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`)) as Table[]
  const references = (await rows(`
    select distinct child.relname::text as child, parent.relname::text as parent
    from pg_constraint f join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and f.conrelid <> f.confrelid`)) as {
    child: string
    parent: string
  }[]
  return parentsFirst(tables, references)
}

export function parentsFirst(tables: Table[], references: { child: string; parent: string }[]): Table[] {
  const sortedNames = new Set<string>()
  const sorted: Table[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const ready = waiting.filter(({ name }) =>
      references.every(({ child, parent }) => child !== name || sortedNames.has(parent)),
    )
    if (ready.length === 0)
      throw new Error(`These tables reference each other in a cycle: ${waiting.map(nameOf).join()}`)
    for (const table of ready) sortedNames.add(table.name)
    sorted.push(...ready)
    waiting = waiting.filter(({ name }) => !sortedNames.has(name))
  }
  return sorted
}

const nameOf = ({ name }: Table) => name

export const quotedTable = (name: string) => `public."${name.replaceAll('"', '""')}"`

/** Names the columns for COPY, because their order may differ after other migrations. */
export const copyTarget = ({ name, columns }: Table) => `${quotedTable(name)} (${columns.join(', ')})`

export async function countRows(bulk: Pick<Bulk, 'rows'>): Promise<{ name: string; rows: number }[]> {
  const counts: { name: string; rows: number }[] = []
  for (const { name } of await readTables(bulk)) {
    const [row] = await bulk.rows(`select count(*)::int as rows from ${quotedTable(name)}`)
    counts.push({ name, rows: Number(row?.rows) })
  }
  return counts
}
