import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { namedSend } from '#platform/db.server.ts'
import { projectRoot } from '#platform/root.server.ts'
import { type RawSite, type RowType, readRepos } from '#tests/support/raw-rows.ts'
import { databaseKind, freshPostgresUrl } from '#tests/support/shop.ts'

type Statement = { text: string; name: string | undefined; stack: string }

const statements: Statement[] = []
const dialect = new PgDialect()
let rows: object[] = []

/** A row with any column. */
const anyRow = new Proxy({}, { get: () => 'sample' })

/** Stands for the results of the query builder: any chain of calls, without rows. */
const builder: object = new Proxy(() => builder, {
  get: (_, key) => (key === 'then' ? (resolve: (rows: []) => void) => resolve([]) : builder),
})

const record = (name: string | undefined, text: string) =>
  statements.push({ text, name, stack: new Error('site').stack ?? '' })

/** Records the SQL of every statement and executes none. */
const recordingDb: object = new Proxy(
  {
    execute: (query: Parameters<PgDialect['sqlToQuery']>[0]) => {
      record(undefined, dialect.sqlToQuery(query).sql)
      return Promise.resolve({ rows })
    },
    [namedSend]: async (name: string, text: string) => {
      record(name, text)
      return rows
    },
    transaction: (work: (tx: object) => unknown) => work(recordingDb),
  },
  { get: (target, key) => Reflect.get(target, key) ?? builder },
)

/** Lets PostgreSQL describe the result of a statement without executing it. */
class Description implements pg.Submittable {
  readonly #text: string
  readonly #settled = Promise.withResolvers<pg.FieldDef[]>()
  readonly fields = this.#settled.promise
  #found: pg.FieldDef[] = []

  constructor(text: string) {
    this.#text = text
  }

  submit(connection: pg.Connection): void {
    const { parse, describe: ask, sync } = connection as unknown as Record<string, (message?: object) => void>
    parse?.call(connection, { text: this.#text, name: '', types: [] })
    ask?.call(connection, { type: 'S', name: '' })
    sync?.call(connection)
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#found = fields
  }

  handleError(error: Error): void {
    this.#settled.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settled.resolve(this.#found)
  }
}

const kindOfType: Record<number, string> = { 16: 'boolean', 21: 'number', 23: 'number', 700: 'number', 701: 'number' }
const structured = new Set([114, 3802, 17, 1005, 1007, 1009, 1015, 1016, 199])
const kindOf = ({ dataTypeID }: pg.FieldDef) =>
  structured.has(dataTypeID) ? 'json' : (kindOfType[dataTypeID] ?? 'string')

function problemsOf({ columns, isOpen }: RowType, fields: pg.FieldDef[]): string[] {
  const names = fields.map(({ name }) => name)
  const missing = [...columns.keys()].filter((name) => !names.includes(name))
  const extra = isOpen ? [] : names.filter((name) => !columns.has(name))
  const wrong = fields.filter((field) => columns.get(field.name)?.includes(kindOf(field) as never) === false)
  return [
    ...missing.map((name) => `does not return ${name}`),
    ...extra.map((name) => `returns ${name}, which its type does not have`),
    ...wrong.map((field) => `returns ${field.name} as ${kindOf(field)}, not ${columns.get(field.name)}`),
  ]
}

const placeOf = ({ file, firstLine }: RawSite) => `${file}:${firstLine}`

function belongsTo(site: RawSite, { name, stack }: Statement): boolean {
  if (site.name) return name !== undefined && site.name.test(name)
  const calls = stack.matchAll(new RegExp(`${path.join(projectRoot, site.file)}:(\\d+)`, 'g'))
  return [...calls].some(([, line]) => Number(line) >= site.firstLine && Number(line) <= site.lastLine)
}

describe.runIf(databaseKind === 'postgres')('raw SQL', () => {
  const sites: RawSite[] = []
  let client: pg.Client
  beforeAll(async () => {
    const repos = readRepos()
    sites.push(...repos.sites)
    for (const { file, name, sampleArguments } of repos.functions) {
      const { [name]: call } = (await import(file)) as Record<string, (...values: unknown[]) => unknown>
      // The functions may refuse the made-up values and rows; only their SQL is of interest.
      for (rows of [[], [anyRow]])
        await Promise.resolve(sampleArguments(recordingDb))
          .then((values) => call?.(...values))
          .catch(() => {})
    }
    client = new pg.Client(await freshPostgresUrl())
    await client.connect()
    return () => client.end()
  }, 120_000)

  test('of every repo is reached', () => {
    expect(sites.length).toBeGreaterThan(60)
    expect(sites.filter((site) => !statements.some((one) => belongsTo(site, one))).map(placeOf)).toEqual([])
  })

  test('returns the columns of its row type', async () => {
    const problems: string[] = []
    for (const site of sites)
      for (const { text } of statements.filter((one) => belongsTo(site, one))) {
        const fields = await client.query(new Description(text)).fields
        problems.push(...problemsOf(site.row, fields).map((problem) => `${placeOf(site)} ${problem}`))
      }
    expect([...new Set(problems)]).toEqual([])
  })

  test('is asserted to return rows only through readRows and statement', () => {
    const files = globSync('{modules,db,server,api}/**/*.ts', { cwd: projectRoot }).filter(
      (file) => !/test\.ts$/.test(file),
    )
    const casts = files.filter((file) => /\brows\b[^=\n]*= \(?await \w+\.execute/.test(readFileSync(file, 'utf8')))
    expect(casts).toEqual([])
  })

  test('with a wrong type is found', async () => {
    const { fields } = client.query(new Description(dialect.sqlToQuery(sql`select 1 as id, 'a' as name`).sql))
    const row = {
      columns: new Map([
        ['id', ['string']],
        ['other', ['number']],
      ]),
      isOpen: false,
    } as RowType
    expect(problemsOf(row, await fields)).toHaveLength(3)
  })
})
