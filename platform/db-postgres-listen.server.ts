import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Listener } from './db.server.ts'
import type { Log } from './log.server.ts'

const retryMs = 500
const longestAnswerMs = 5_000

type Listening = {
  url: string
  channel: string
  listener: Listener
  log: Log
  /** How often the connection is asked whether it still lives: one that died without a word would leave pages stale. */
  heartbeatMs: number
  signal: AbortSignal
}

/** Resolves once the channel is heard; from then on a lost connection is told to the listener and replaced. */
export async function listenForever(listening: Listening): Promise<void> {
  const { channel, log, signal } = listening
  const reconnect = async () => {
    log.warn({ channel }, 'listening for changes was cut off, connecting again')
    while (!signal.aborted) {
      await sleep(retryMs)
      try {
        return await connect(listening, reconnect)
      } catch {}
    }
  }
  await connect(listening, reconnect)
}

async function connect({ url, channel, listener, heartbeatMs, signal }: Listening, reconnect: () => Promise<void>) {
  // Our own socket, since a connection that has fallen silent can only be cut, not closed.
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: Math.min(heartbeatMs, longestAnswerMs),
    keepAlive: true,
    stream: () => socket,
  })
  const stop = () => void client.end().catch(() => {})
  let heartbeat: NodeJS.Timeout | undefined
  // An attempt that fails is told by its promise; only what was heard once can be lost.
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
