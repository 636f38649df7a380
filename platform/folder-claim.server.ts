import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/** Who holds the folder. For messages only: the lock itself is the operating system's. */
type FolderClaim = { pid?: number; host?: string; url?: string }

/** Never deleted: a second file under this name would be a second lock. */
export const lockFile = 'lock.db'
export const holderFile = 'alpine.lock'
const unfinished = `${holderFile}.new`
/** Only processes that start at the same moment wait for each other. */
const simultaneousStartsMs = 5_000
const sqliteBusy = 5

/** Held here because a handle that is garbage collected gives its lock back. */
const lockedHere = new Map<string, DatabaseSync>()

/** The process that holds the folder now, this one excepted. */
export function readClaim(dataDir: string): FolderClaim | undefined {
  if (lockedHere.has(dataDir)) return undefined
  return isLocked(path.join(dataDir, lockFile)) ? readHolder(dataDir) : undefined
}

/**
 * Takes the lock of the folder, or throws. SQLite carries it, for the sake of its portable file locks: the kernel
 * releases them when the process ends, and they hold between containers on one volume.
 */
export function claimFolder(dataDir: string, url: string): () => void {
  const file = path.join(dataDir, lockFile)
  const holder = lockedHere.has(dataDir) ? { pid: process.pid, host: hostname(), url } : readClaim(dataDir)
  if (holder) throw inUse(holder)
  const lock = new DatabaseSync(file, { timeout: simultaneousStartsMs })
  try {
    // No `locking_mode = exclusive`: it keeps the shared lock of an attempt that failed, and then nobody wins.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? inUse(readHolder(dataDir)) : error
  }
  lockedHere.set(dataDir, lock)
  const release = () => {
    for (const name of [holderFile, unfinished]) rmSync(path.join(dataDir, name), { force: true })
    lockedHere.delete(dataDir)
    lock.close()
  }
  try {
    chmodSync(file, 0o600)
    writeHolder(dataDir, { pid: process.pid, host: hostname(), url })
  } catch (error) {
    release()
    throw error
  }
  return release
}

function isLocked(file: string): boolean {
  let probe: DatabaseSync | undefined
  try {
    probe = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    probe.exec('select 1 from sqlite_schema')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    probe?.close()
  }
}

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === sqliteBusy

function inUse({ pid, host, url }: FolderClaim): StartError {
  const who = pid ? `process ${pid}` : 'another process'
  const where = host && host !== hostname() ? ` on ${host}` : ''
  return new StartError(`The data folder is in use by ${who}${where}${url ? ` (${url})` : ''}: stop it first`)
}

function readHolder(dataDir: string): FolderClaim {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, holderFile), 'utf8')) as FolderClaim
  } catch {
    return {}
  }
}

/** Renamed into place, so that nobody reads half of it. */
function writeHolder(dataDir: string, holder: FolderClaim): void {
  writeFileSync(path.join(dataDir, unfinished), JSON.stringify(holder), { mode: 0o600 })
  renameSync(path.join(dataDir, unfinished), path.join(dataDir, holderFile))
}
