import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openShop, type Shop } from '#modules/shop.server.ts'
import type { Database } from '#platform/db.server.ts'
import { pgliteExtensions, wrapPglite } from '#platform/db-pglite.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { readSettings } from '#platform/env.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { PasswordBounds } from '#platform/passwords.server.ts'
import { type AppOptions, createShopApp, type ShopApp } from '#server/app.ts'
import type { RenderPage } from '#server/pages.ts'
import { databaseUrl } from './database.ts'
import { expectDocumented, readResponse } from './openapi-check.ts'
import { htmlPage } from './pages.ts'
import type { RequestOf, TestResponse } from './response-types.ts'

export const databaseKind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite'

export type TestShop = Shop &
  ShopApp & {
    /** Calls the app without a socket. Fails if the OpenAPI document does not describe the response. */
    fetch(path: string, init?: RequestInit): Promise<Response>
    /** Calls the app from a loopback address. */
    fetchLocally(path: string, init?: RequestInit): Promise<Response>
    /** The parsed response, checked against its schema and typed by it. */
    json<const Target extends string, M extends string = 'GET'>(
      target: Target,
      init?: RequestOf<M>,
    ): Promise<TestResponse<M, Target>>
    /** Counts SQL statements. Waits for queued emails first, because sending them runs statements too. */
    countStatements(work: () => Promise<unknown>): Promise<number>
    /** The log output so far. */
    logged(): string
  }

type Options = {
  environment?: Record<string, string>
  render?: RenderPage
  database?: Database
  app?: AppOptions
  passwords?: PasswordBounds
}

const isJobDue = `
  select from jobs.job where state = 'active' or state in ('created', 'retry') and start_after <= now() limit 1`

/** Emails, for example, are rendered by a job. */
export async function allJobsDone({ database }: Shop): Promise<void> {
  while ((await database.jobs.executeSql(isJobDue, [])).rows.length > 0) await sleep(50)
}

/** A hundred times cheaper than in production; platform/passwords.test.ts tests the real cost. */
const cheapPasswords = { cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }

/** The shortest interval that pg-boss allows. */
const jobsEverySeconds = 0.5

const silentPage: RenderPage = async () => htmlPage('')

/** Opens a shop on a new database. The caller closes it. */
export async function openTestShop({
  environment = {},
  render = silentPage,
  database,
  app,
  passwords = cheapPasswords,
}: Options = {}): Promise<TestShop> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'alpine-shop-'))
  const lines: string[] = []
  const settings = readSettings({
    MODE: 'test',
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    UNDO_SECONDS: '0',
    LOG_LEVEL: 'debug',
    ...environment,
  })
  const log = createLog(settings, { write: (line: string) => void lines.push(line) })
  const shop = await openShop(settings, log, database ?? (await freshDatabase()), {
    passwords,
    jobPollSeconds: jobsEverySeconds,
  })
  const shopApp = createShopApp(shop, render, path.join(dataDir, 'no-assets'), app)
  const fetch: TestShop['fetch'] = async (target, init) => {
    const response = await shopApp.app.request(`http://shop.test${target}`, init)
    expectDocumented(target, init?.method?.toUpperCase() ?? 'GET', response)
    return response
  }
  const fetchLocally: TestShop['fetchLocally'] = async (target, { headers, ...init } = {}) => {
    const local = { Host: 'localhost:3000', ...headers }
    const incoming = { socket: { remoteAddress: '127.0.0.1' } }
    return shopApp.app.request(`http://localhost:3000${target}`, { ...init, headers: local }, { incoming })
  }
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    await shop.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    ...shop,
    ...shopApp,
    fetch,
    fetchLocally,
    json: async <Target extends string, M extends string = 'GET'>(target: Target, init?: RequestOf<M>) =>
      readResponse(init?.method ?? ('GET' as M), target, await fetch(target, init)),
    countStatements: async (work) => {
      await allJobsDone(shop)
      const before = shop.database.statementCount()
      await work()
      return shop.database.statementCount() - before
    },
    logged: () => lines.join(''),
    close: () => {
      closed ??= closeAll()
      return closed
    },
  }
}

/** Opens a shop and closes it after the test. */
export async function testShop(options?: Options): Promise<TestShop> {
  const shop = await openTestShop(options)
  onTestFinished(() => shop.close())
  return shop
}

let databases = 0

/**
 * V8 sometimes crashes the process when it frees compiled WebAssembly (nodejs/node#64500).
 * While one client of each worker is referenced, the code that all clients share is never freed.
 */
const openClients: PGlite[] = []

export async function freshDatabase(): Promise<Database> {
  if (databaseKind === 'pglite') return loadPglite(inject('pgliteSnapshot'))
  return openPostgres(await freshPostgresUrl(), 5, createLog({ logLevel: 'silent' }))
}

/** A database without tables. */
export async function emptyDatabase(): Promise<Database> {
  if (databaseKind === 'pglite') return loadPglite(inject('emptyPgliteSnapshot'))
  return openPostgres(await freshPostgresUrl('template0'), 5, createLog({ logLevel: 'silent' }))
}

async function loadPglite(file: string): Promise<Database> {
  const loadDataDir = new Blob([readFileSync(file)])
  const client = await PGlite.create({ extensions: pgliteExtensions, loadDataDir })
  if (openClients.length === 0) openClients.push(client)
  return wrapPglite(client)
}

export async function freshPostgresUrl(template = 'template_shop'): Promise<string> {
  const name = `shop_${process.pid}_${++databases}`
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  return databaseUrl(inject('postgresUrl'), name)
}
