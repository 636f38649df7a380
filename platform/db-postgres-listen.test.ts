import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { databaseKind, freshPostgresUrl } from '#tests/support/shop.ts'
import { openPostgres } from './db-postgres.server.ts'
import { createLog } from './log.server.ts'

const waitOptions = { timeout: 10_000, interval: 20 }

/** A proxy that can stop forwarding without closing, like a router that drops a connection. */
async function pausableProxy(url: string) {
  const { port, hostname } = new URL(url)
  const open: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.pipe(upstream).pipe(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => {})
      socket.on('close', () => other.destroy())
    }
    open.push(client, upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const proxyUrl = new URL(url)
  proxyUrl.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: proxyUrl.href,
    stopForwarding: () => {
      for (const socket of open.splice(0)) {
        socket.unpipe()
        socket.pause()
      }
    },
  }
}

describe.runIf(databaseKind === 'postgres')('listening for notifications', () => {
  test('reports an unresponsive connection, reconnects and receives later messages', async () => {
    const url = await freshPostgresUrl()
    const proxy = await pausableProxy(url)
    const database = openPostgres(proxy.url, 1, createLog({ logLevel: 'silent' }), { heartbeatMs: 1_000 })
    onTestFinished(() => database.close())
    const sender = new pg.Client({ connectionString: url })
    await sender.connect()
    onTestFinished(() => sender.end())
    const received: (string | undefined)[] = []
    await database.listen('stones', {
      onMessage: (payload) => received.push(payload),
      onLost: () => received.push('lost'),
    })
    await sender.query("notify stones, 'quartz'")
    await vi.waitFor(() => expect(received).toEqual([undefined, 'quartz']), waitOptions)

    proxy.stopForwarding()
    await sender.query("notify stones, 'missed'")
    await vi.waitFor(() => expect(received).toEqual([undefined, 'quartz', 'lost', undefined]), waitOptions)
    await sender.query("notify stones, 'ruby'")
    await vi.waitFor(() => expect(received.at(-1)).toBe('ruby'), waitOptions)
    expect(received).toEqual([undefined, 'quartz', 'lost', undefined, 'ruby'])
  })

  test('keeps a connection that responds to the heartbeat', async () => {
    const database = openPostgres(await freshPostgresUrl(), 1, createLog({ logLevel: 'silent' }), {
      heartbeatMs: 1_000,
    })
    onTestFinished(() => database.close())
    const received: (string | undefined)[] = []
    await database.listen('stones', {
      onMessage: (payload) => received.push(payload),
      onLost: () => received.push('lost'),
    })
    await vi.waitFor(async () => {
      const { rows }: { rows: unknown[] } = await findHeartbeatQueries(database)
      expect(rows).toEqual([{ query: 'select 1' }])
    }, waitOptions)
    expect(received).toEqual([undefined])
  })
})

function findHeartbeatQueries({ jobs }: ReturnType<typeof openPostgres>) {
  return jobs.executeSql(
    "select query from pg_stat_activity where query = 'select 1' and datname = current_database()",
    [],
  )
}
