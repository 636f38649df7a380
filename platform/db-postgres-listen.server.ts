import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Listener } from './db.server.ts'
import type { Log } from './log.server.ts'

const retryMs = 500
const maxResponseMs = 5_000

type ListenOptions = {
  url: string
  channel: string
  listener: Listener
  log: Log
  /** Interval of a test query; without it, a silently dead connection would leave pages stale. */
  heartbeatMs: number
  signal: AbortSignal
}

/** Resolves when LISTEN is active. After that, a lost connection is reported to the listener and replaced. */
export async function listenWithReconnect(listening: ListenOptions): Promise<void> {
  const { channel, log, signal } = listening
  const reconnect = async () => {
    log.warn({ channel }, 'lost the connection for notifications, reconnecting')
    while (!signal.aborted) {
      await sleep(retryMs)
      try {
        return await connect(listening, reconnect)
      } catch {}
    }
  }
  await connect(listening, reconnect)
}

async function connect({ url, channel, listener, heartbeatMs, signal }: ListenOptions, reconnect: () => Promise<void>) {
  // An unresponsive connection cannot be closed, only destroyed, which needs our own socket.
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: Math.min(heartbeatMs, maxResponseMs),
    keepAlive: true,
    stream: () => socket,
  })
  const stop = () => void client.end().catch(() => {})
  let heartbeat: NodeJS.Timeout | undefined
  // Without a heartbeat the connection was never established, and `connect` itself rejects.
  const onLoss = () => {
    if (!heartbeat) return
    clearInterval(heartbeat)
    heartbeat = undefined
    signal.removeEventListener('abort', stop)
    listener.onLost()
    if (!signal.aborted) void reconnect()
  }
  client.on('error', onLoss)
  client.on('end', onLoss)
  client.on('notification', ({ payload }) => listener.onMessage(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    stop()
    throw error
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  heartbeat = setInterval(() => client.query('select 1').catch(() => socket.destroy()), heartbeatMs)
  listener.onMessage(undefined)
}
