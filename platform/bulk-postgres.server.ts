import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import pg from 'pg'
import { type Bulk, type BulkAccess, bulkSettings } from './db.server.ts'

/** Methods of `pg` for COPY that are missing in its types. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Opens a separate connection without the timeouts of the pool. */
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
      copyOut: async (relation) => client.query(new CopyOut(`copy ${relation} to stdout`)).stream,
      copyIn: (relation, source) => client.query(new CopyIn(`copy ${relation} from stdin`, source)).done,
    })
    await client.query('commit')
    return result
  } finally {
    // Closing the connection rolls back a transaction that was not committed.
    await client.end()
  }
}

class CopyOut implements pg.Submittable {
  readonly stream: Readable
  readonly #output = new PassThrough()
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.stream = this.#output
  }

  submit(connection: pg.Connection): void {
    this.#output.once('close', () => connection.stream.resume())
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    // The driver reuses the chunk's buffer, so it must be copied.
    if (this.#output.destroyed || this.#output.write(Buffer.from(chunk))) return
    // Data that the driver has already read still arrives after the pause.
    if (stream.isPaused()) return
    stream.pause()
    this.#output.once('drain', () => stream.resume())
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#output.end()
  }

  handleError(error: Error): void {
    this.#output.destroy(error)
  }
}

class CopyIn implements pg.Submittable {
  readonly done: Promise<void>
  readonly #settle = Promise.withResolvers<void>()
  readonly #failed = new AbortController()
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
    const { signal } = this.#failed
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
    this.#failed.abort()
    this.#settle.reject(error)
  }
}
