import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'
import { type Bulk, type BulkAccess, bulkSettings } from './db.server.ts'

/** What `pg` offers to COPY, and its types do not tell. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** A connection of its own, without the time limits of an ordinary one. */
export async function postgresBulk<T>(url: string, access: BulkAccess, work: (bulk: Bulk) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(access === 'read' ? 'begin isolation level repeatable read read only' : 'begin')
    await client.query(bulkSettings)
    const result = await work({
      run: async (script) => void (await client.query(script)),
      rows: async (query) => (await client.query(query)).rows,
      copyOut: async (what) => client.query(new CopyOut(`copy ${what} to stdout`)).stream,
      copyIn: (what, source) => client.query(new CopyIn(`copy ${what} from stdin`, source)).done,
    })
    await client.query('commit')
    return result
  } finally {
    // Without its commit, the transaction goes with the connection.
    await client.end()
  }
}

class CopyOut implements pg.Submittable {
  readonly stream: Readable
  readonly #through = new PassThrough()
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.stream = this.#through
  }

  submit(connection: pg.Connection): void {
    this.#through.once('close', () => connection.stream.resume())
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    // The chunk is a window on the driver's own buffer, which it fills again.
    if (this.#through.destroyed || this.#through.write(Buffer.from(chunk))) return
    // What the driver had already read still comes after the pause.
    if (stream.isPaused()) return
    stream.pause()
    this.#through.once('drain', () => stream.resume())
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#through.end()
  }

  handleError(error: Error): void {
    this.#through.destroy(error)
  }
}

class CopyIn implements pg.Submittable {
  readonly done: Promise<void>
  readonly #settle = Promise.withResolvers<void>()
  readonly #refused = new AbortController()
  readonly #text: string
  readonly #source: AsyncIterable<Buffer>

  constructor(text: string, source: AsyncIterable<Buffer>) {
    this.#text = text
    this.#source = source
    this.done = this.#settle.promise
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: Error) => connection.sendCopyFail(error.message))
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { signal } = this.#refused
    for await (const chunk of this.#source) {
      if (signal.aborted) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal })
    }
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#settle.resolve()
  }

  handleError(error: Error): void {
    this.#refused.abort()
    this.#settle.reject(error)
  }
}
