import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { databaseKind } from '#tests/support/shop.ts'
import type { Database } from './db.server.ts'
import { openPglite, pgliteExtensions } from './db-pglite.server.ts'
import { readClaim } from './folder-claim.server.ts'
import { projectRoot } from './root.server.ts'

const url = 'http://localhost:3000'

/** Opens the folder, writes a note, prints `open` and runs until it is killed. */
const otherShop = `
  const { openPglite } = await import('#platform/db-pglite.server.ts')
  const { sql } = await import('drizzle-orm')
  const { db } = await openPglite(process.argv[1], 'http://localhost:4000')
  await db.execute(sql.raw("create table notes as select 'written by the other' as note"))
  process.stdout.write('open')
  setInterval(() => {}, 1000)
`

async function notes({ db }: Database): Promise<unknown[]> {
  const { rows } = (await db.execute(sql`select note from notes`)) as unknown as { rows: { note: string }[] }
  return rows.map(({ note }) => note)
}

/** Faster than creating an empty database. */
async function makeDatabase(folder: string): Promise<void> {
  const loadDataDir = new Blob([readFileSync(inject('emptyPgliteSnapshot'))])
  const client = await PGlite.create(path.join(folder, 'pglite'), { extensions: pgliteExtensions, loadDataDir })
  await client.close()
}

async function end(other: ChildProcess): Promise<void> {
  if (other.exitCode !== null || other.signalCode !== null) return
  const exited = once(other, 'exit')
  other.kill('SIGKILL')
  await exited
}

describe.runIf(databaseKind === 'pglite')('a data folder', () => {
  let folder: string
  let other: ChildProcess
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'alpine-folder-'))
    await makeDatabase(folder)
    const args = ['--input-type=module', '--eval', otherShop, folder]
    other = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] })
    if (other.stdout) await once(other.stdout, 'data')
  }, 120_000)
  afterAll(async () => {
    await end(other)
    await rm(folder, { recursive: true, force: true })
  })

  test('in use by another process is rejected with the id of that process', async () => {
    expect(readClaim(folder)).toEqual({ pid: other.pid, host: hostname(), url: 'http://localhost:4000' })
    await expect(openPglite(folder, url)).rejects.toThrow(
      `The data folder is in use by process ${other.pid} (http://localhost:4000): stop it first`,
    )
    expect(readClaim(folder)?.pid).toBe(other.pid)
  })

  test('of a killed process can be opened with all its data', async () => {
    await end(other)
    expect(existsSync(path.join(folder, 'alpine.lock'))).toBe(true)
    expect(readClaim(folder)).toBeUndefined()
    const database = await openPglite(folder, url)
    expect(await notes(database)).toEqual(['written by the other'])
    await database.close()
  })

  test('can be opened again after closing, with its data', async () => {
    const first = await openPglite(folder, url)
    await first.db.execute(sql`insert into notes values ('written again')`)
    await first.close()
    expect(existsSync(path.join(folder, 'alpine.lock'))).toBe(false)
    const second = await openPglite(folder, url)
    onTestFinished(() => second.close())
    expect(await notes(second)).toEqual(['written by the other', 'written again'])
  })

  test('cannot be opened twice by one process', async () => {
    const database = await openPglite(folder, url)
    onTestFinished(() => database.close())
    await expect(openPglite(folder, url)).rejects.toThrow(`in use by process ${process.pid} (${url}): stop it first`)
    expect(await notes(database)).toHaveLength(2)
  })

  test('opens with any leftover content in the holder file', async () => {
    for (const content of [JSON.stringify({ pid: process.pid, url }), '{"pid":', '']) {
      writeFileSync(path.join(folder, 'alpine.lock'), content)
      const database = await openPglite(folder, url)
      await database.close()
    }
  })
})

const mode = (file: string) => statSync(file).mode & 0o777
const openModes = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => mode(path.join(folder, name)) & 0o077)

describe.runIf(databaseKind === 'pglite' && process.platform !== 'win32')('access to a data folder', () => {
  let parent: string
  beforeAll(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'alpine-modes-'))
  })
  afterAll(() => rm(parent, { recursive: true, force: true }))

  test('is limited to the own user in a new folder', async () => {
    const folder = path.join(parent, 'new')
    const database = await openPglite(folder, url)
    expect([mode(folder), mode(path.join(folder, 'pglite'))]).toEqual([0o700, 0o700])
    expect(openModes(folder)).toEqual([])
    await database.close()
  })

  test('is restricted in an existing folder that others could read', async () => {
    const folder = path.join(parent, 'new')
    for (const entry of [folder, path.join(folder, 'pglite'), path.join(folder, 'pglite', 'base')])
      chmodSync(entry, 0o755)
    chmodSync(path.join(folder, 'pglite', 'PG_VERSION'), 0o666)
    const database = await openPglite(folder, url)
    onTestFinished(() => database.close())
    expect(mode(folder)).toBe(0o700)
    expect(openModes(folder)).toEqual([])
  })

  test('is restricted only for the database in a folder with other files', async () => {
    const folder = path.join(parent, 'shared')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    writeFileSync(path.join(folder, 'notes.txt'), 'not ours')
    await makeDatabase(folder)
    chmodSync(path.join(folder, 'pglite'), 0o755)
    const database = await openPglite(folder, url)
    onTestFinished(() => database.close())
    expect([mode(folder), mode(path.join(folder, 'pglite'))]).toEqual([0o755, 0o700])
  })
})
