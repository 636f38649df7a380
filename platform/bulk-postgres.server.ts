import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Bulk, type BulkAccess, bulkSettings } from './db.server.ts'

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
      copyOut: async (relation) => client.query(copyTo(`copy ${relation} to stdout`)),
      copyIn: (relation, source) => pipeline(source, client.query(copyFrom(`copy ${relation} from stdin`))),
    })
    await client.query('commit')
    return result
  } finally {
    // Closing the connection rolls back a transaction that was not committed.
    await client.end()
  }
}
