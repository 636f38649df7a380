import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { PGlite } from '@electric-sql/pglite'
import { type Bulk, bulkSettings } from './db.server.ts'

/** Nobody else is served meanwhile: PGlite has one connection. A table passes through memory whole. */
export function pgliteBulk<T>(client: PGlite, work: (bulk: Bulk) => Promise<T>): Promise<T> {
  return client.transaction(async (tx) => {
    await tx.exec(bulkSettings)
    return work({
      run: async (script) => void (await tx.exec(script)),
      rows: async (query) => (await tx.query<Record<string, unknown>>(query)).rows,
      copyOut: async (what) => {
        const { blob } = await tx.query(`copy ${what} to '/dev/blob'`)
        return Readable.from(blob && blob.size > 0 ? [Buffer.from(await blob.arrayBuffer())] : [])
      },
      copyIn: async (what, source) => {
        const blob = new Blob([new Uint8Array(await buffer(Readable.from(source)))])
        await tx.query(`copy ${what} from '/dev/blob'`, [], { blob })
      },
    })
  })
}
