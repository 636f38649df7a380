import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseKind, freshPostgresUrl } from '#tests/support/shop.ts'
import { isDatabaseUnavailable } from './db.server.ts'
import { openPostgres } from './db-postgres.server.ts'
import { createLog } from './log.server.ts'

describe.runIf(databaseKind === 'postgres')('a pool of one connection', () => {
  test('replaces a connection that was lost before its transaction began', async () => {
    const database = openPostgres(await freshPostgresUrl(), 1, createLog({ logLevel: 'silent' }))
    onTestFinished(() => database.close())
    const { db } = database
    const pool = database.pool as pg.Pool
    await db.execute(sql`select 1`)
    pool.once('acquire', (client) => void client.end())
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toSatisfy(isDatabaseUnavailable)
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined()
  })
})
