import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { databaseKind, freshPostgresUrl } from '#tests/support/shop.ts'
import { openPostgres } from './db-postgres.server.ts'
import { createLog } from './log.server.ts'

const soon = { timeout: 10_000, interval: 20 }

/** A way to the database that can fall silent without closing, as a router that forgets a connection does. */
async function silenceableWay(url: string) {
  const { port, hostname } = new URL(url)
  const open: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far).pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => {})
      socket.on('close', () => other.destroy())
    }
    open.push(near, far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const way = new URL(url)
  way.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: way.href,
    fallSilent: () => {
      for (const socket of open.splice(0)) {
        socket.unpipe()
        socket.pause()
      }
    },
  }
}

describe.runIf(databaseKind === 'postgres')('a listener whose connection falls silent', () => {
  test('says that it hears nothing, connects again and hears what comes after', async () => {
    const url = await freshPostgresUrl()
    const way = await silenceableWay(url)
    const database = openPostgres(way.url, 1, createLog({ logLevel: 'silent' }), { heartbeatMs: 1_000 })
    onTestFinished(() => database.close())
    const announcer = new pg.Client({ connectionString: url })
    await announcer.connect()
    onTestFinished(() => announcer.end())
    const heard: (string | undefined)[] = []
    await database.listen('stones', {
      onMessage: (payload) => heard.push(payload),
      onLost: () => heard.push('lost'),
    })
    await announcer.query("notify stones, 'quartz'")
    await vi.waitFor(() => expect(heard).toEqual([undefined, 'quartz']), soon)

    way.fallSilent()
    await announcer.query("notify stones, 'never heard'")
    await vi.waitFor(() => expect(heard).toEqual([undefined, 'quartz', 'lost', undefined]), soon)
    await announcer.query("notify stones, 'ruby'")
    await vi.waitFor(() => expect(heard.at(-1)).toBe('ruby'), soon)
    expect(heard).toEqual([undefined, 'quartz', 'lost', undefined, 'ruby'])
  })

  test('is left in peace while it answers', async () => {
    const database = openPostgres(await freshPostgresUrl(), 1, createLog({ logLevel: 'silent' }), {
      heartbeatMs: 1_000,
    })
    onTestFinished(() => database.close())
    const heard: (string | undefined)[] = []
    await database.listen('stones', { onMessage: (payload) => heard.push(payload), onLost: () => heard.push('lost') })
    await vi.waitFor(async () => {
      const { rows }: { rows: unknown[] } = await asked(database)
      expect(rows).toEqual([{ query: 'select 1' }])
    }, soon)
    expect(heard).toEqual([undefined])
  })
})

function asked({ jobs }: ReturnType<typeof openPostgres>) {
  return jobs.executeSql(
    "select query from pg_stat_activity where query = 'select 1' and datname = current_database()",
    [],
  )
}
