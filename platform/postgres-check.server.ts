import pg from 'pg'
import { StartError } from './start-error.ts'

const minVersion = 15
const connectTimeoutMs = 5_000

/** Connects once, so that a wrong DATABASE_URL or an old server stops the start with a clear message. */
export async function checkPostgres(url: string): Promise<void> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    checkVersion(rows[0]?.server_version ?? '', url)
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(messageFor(error, url), { cause: error })
  } finally {
    await client?.end().catch(() => {})
  }
}

function checkVersion(version: string, url: string): void {
  if (Number.parseInt(version, 10) < minVersion)
    throw new StartError(
      `PostgreSQL ${version} at ${hostAndPort(url)} is too old: the shop needs version ${minVersion} or newer.`,
    )
}

function messageFor(error: unknown, url: string): string {
  const server = `PostgreSQL at ${hostAndPort(url)}`
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return `${server} refuses the connection: start it, or correct DATABASE_URL.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host of DATABASE_URL, ${hostOf(url)}, cannot be found: correct it, or check the name server.`
  if (['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code) || /timeout expired/.test(message))
    return `${server} does not answer: check that it runs, that DATABASE_URL is right, and any firewall between.`
  if (code === '28P01' || code === '28000' || /password must be a string/.test(message))
    return `${server} does not accept the user or the password of DATABASE_URL.`
  if (code === '3D000') return `The database ${databaseOf(url)} of DATABASE_URL does not exist: create it first.`
  if (code === '57P03' || code === '53300')
    return `${server} does not accept connections right now (${message}): try again later.`
  return `${server} cannot be used: ${message || code || 'unknown reason'}`
}

function hostOf(url: string): string {
  return partOf(url, ({ hostname }) => decodeURIComponent(hostname) || 'localhost')
}

/** Host and port, never the password. */
function hostAndPort(url: string): string {
  return partOf(url, ({ port }) => `${hostOf(url)}:${port || '5432'}`)
}

function databaseOf(url: string): string {
  return partOf(url, ({ pathname, username }) => `"${decodeURIComponent(pathname.slice(1) || username)}"`)
}

function partOf(url: string, read: (parsed: URL) => string): string {
  try {
    return read(new URL(url))
  } catch {
    return 'the host in DATABASE_URL'
  }
}
