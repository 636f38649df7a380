import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { PGlite } from '@electric-sql/pglite'
import { type Bulk, bulkSettings } from './db.server.ts'

/** PGlite has one connection, so this blocks all other queries. Each table is held in memory as a whole. */
export function pgliteBulk<T>(client: PGlite, work: (bulk: Bulk) => Promise<T>): Promise<T> {
  return client.transaction(async (tx) => {
    await tx.exec(bulkSettings)
    return work({
      run: async (script) => void (await tx.exec(script)),
      rows: async (query) => (await tx.query<Record<string, unknown>>(query)).rows,
      copyOut: async (relation) => {
        const { blob } = await tx.query(`copy ${relation} to '/dev/blob'`)
        return Readable.from(blob && blob.size > 0 ? [Buffer.from(await blob.arrayBuffer())] : [])
      },
      copyIn: async (relation, source) => {
        const blob = new Blob([new Uint8Array(await buffer(Readable.from(source)))])
        await tx.query(`copy ${relation} from '/dev/blob'`, [], { blob })
      },
    })
  })
}
