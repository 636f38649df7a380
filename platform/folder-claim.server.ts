import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/** The process that uses the folder. For messages only; the lock itself is a file lock. */
type FolderClaim = { pid?: number; host?: string; url?: string }

/** Never deleted, because a new file with this name would be a second lock. */
export const lockFile = 'lock.db'
export const holderFile = 'alpine.lock'
const temporaryHolderFile = `${holderFile}.new`
/** Processes that start at the same time wait this long for each other. */
const simultaneousStartsMs = 5_000
const sqliteBusy = 5

/** Keeps a reference to each handle, because garbage collection would release its lock. */
const heldLocks = new Map<string, DatabaseSync>()

/** Undefined if no process or this process holds the folder. */
export function readClaim(dataDir: string): FolderClaim | undefined {
  if (heldLocks.has(dataDir)) return undefined
  return isLocked(path.join(dataDir, lockFile)) ? readHolder(dataDir) : undefined
}

/**
 * Locks the folder, or throws. Uses SQLite for its portable file locks: the kernel releases them when the process ends,
 * and they work between containers on one volume.
 */
export function claimFolder(dataDir: string, url: string): () => void {
  const file = path.join(dataDir, lockFile)
  const holder = heldLocks.has(dataDir) ? { pid: process.pid, host: hostname(), url } : readClaim(dataDir)
  if (holder) throw inUse(holder)
  const lock = new DatabaseSync(file, { timeout: simultaneousStartsMs })
  try {
    // Not `locking_mode = exclusive`: a failed attempt would keep its shared lock, and no process could start.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? inUse(readHolder(dataDir)) : error
  }
  heldLocks.set(dataDir, lock)
  const release = () => {
    for (const name of [holderFile, temporaryHolderFile]) rmSync(path.join(dataDir, name), { force: true })
    heldLocks.delete(dataDir)
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
  const holder = pid ? `process ${pid}` : 'another process'
  const location = host && host !== hostname() ? ` on ${host}` : ''
  return new StartError(`The data folder is in use by ${holder}${location}${url ? ` (${url})` : ''}: stop it first`)
}

function readHolder(dataDir: string): FolderClaim {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, holderFile), 'utf8')) as FolderClaim
  } catch {
    return {}
  }
}

/** Written to a temporary file and renamed, so that no process reads a partial file. */
function writeHolder(dataDir: string, holder: FolderClaim): void {
  writeFileSync(path.join(dataDir, temporaryHolderFile), JSON.stringify(holder), { mode: 0o600 })
  renameSync(path.join(dataDir, temporaryHolderFile), path.join(dataDir, holderFile))
}
