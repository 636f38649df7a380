import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openShop } from '#modules/shop.server.ts'
import { pgliteExtensions, wrapPglite } from '#platform/db-pglite.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { readSettings } from '#platform/env.server.ts'
import { createLog } from '#platform/log.server.ts'
import { memoryFolder } from './memory-folder.ts'
import { startPostgres } from './postgres-server.ts'
import { expectEveryTransaction } from './transaction-sites.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    pgliteSnapshot: string
    emptyPgliteSnapshot: string
    transactionNotes: string
  }
}

const settings = readSettings({ MODE: 'test' })
const log = createLog({ logLevel: 'silent' })

/** Migrating takes seconds: it is done once, and every test file starts from a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.vitest.logger.log(`FUZZ_SEED=${project.config.env.FUZZ_SEED} repeats what is random in this run.`)
  return project.name === 'postgres' ? setupPostgres(project) : setupPglite(project)
}

async function setupPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ settings: { autovacuum: 'off' }, within: memoryFolder() })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database template_shop')
  await admin.end()
  const shop = await openShop(settings, log, openPostgres(databaseUrl(server.url, 'template_shop'), 2, log))
  await shop.close()
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}

async function setupPglite(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'alpine-test-'))
  const client = await PGlite.create({ extensions: pgliteExtensions })
  project.provide('emptyPgliteSnapshot', await saveSnapshot(client, path.join(folder, 'empty.tar')))
  const shop = await openShop(settings, log, wrapPglite(client))
  await shop.jobs.stop()
  await dropTemplates(client)
  project.provide('pgliteSnapshot', await saveSnapshot(client, path.join(folder, 'shop.tar')))
  await client.close()
  const notes = path.join(folder, 'transactions')
  mkdirSync(notes)
  project.provide('transactionNotes', notes)
  return async () => {
    try {
      await expectEveryTransaction(project, notes)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

/** Template databases are half of the files of a copy, and no shop needs them. */
async function dropTemplates(client: PGlite): Promise<void> {
  await client.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await client.exec(`drop database ${name}`)
  await client.exec('checkpoint')
}

async function saveSnapshot(client: PGlite, file: string): Promise<string> {
  const snapshot = await client.dumpDataDir('none')
  writeFileSync(file, Buffer.from(await snapshot.arrayBuffer()))
  return file
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
