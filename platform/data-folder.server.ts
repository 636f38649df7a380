import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { holderFile, lockFile } from './folder-claim.server.ts'
import { StartError } from './start-error.ts'

export const databaseFolder = 'pglite'
export const filesFolder = 'files'
export const demoAccountsFile = 'demo-accounts.json'
const shopEntries = [databaseFolder, filesFolder, demoAccountsFile, holderFile, lockFile]

const megabyte = 1024 * 1024
const newDatabaseMegabytes = 64

/** True for an empty folder, or one with at least one entry that only the shop creates. */
export function isShopFolder(entries: string[]): boolean {
  return entries.length === 0 || entries.some((entry) => shopEntries.includes(entry))
}

export function makeDataFolder(dataDir: string): void {
  try {
    makeFolders(dataDir)
  } catch (error) {
    throw explainFolderError(error, dataDir)
  }
}

/** `mkdirSync` with `recursive` reports a read-only disk as ENOENT, and never returns below /proc. */
function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  makeFolders(path.dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Allows access only for the shop's user. A folder with other entries is not changed, only its database folder. */
export function restrictDataFolder(dataDir: string): void {
  const isShared = readdirSync(dataDir).some((entry) => !shopEntries.includes(entry) && entry !== 'lost+found')
  if (!isShared) restrict(dataDir, 0o700)
  const database = path.join(dataDir, databaseFolder)
  mkdirSync(database, { recursive: true, mode: 0o700 })
  restrict(database, 0o700)
}

/** PGlite creates world-writable files, regardless of the umask. */
export function restrictDatabaseFiles(dataDir: string): void {
  for (const entry of readdirSync(path.join(dataDir, databaseFolder), { recursive: true, withFileTypes: true }))
    restrict(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/** Ignores volumes that belong to another user or do not support modes. */
function restrict(file: string, mode: number): void {
  try {
    chmodSync(file, mode)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOENT'].includes(codeOf(error))) throw error
  }
}

/** Checks before PGlite starts, whose own error on a full disk is not helpful. */
export function checkDiskSpace(dataDir: string, { isNew }: { isNew: boolean }): void {
  testWrite(dataDir)
  if (!isNew) return
  const { bavail, bsize } = statfsSync(dataDir)
  const free = Math.floor((bavail * bsize) / megabyte)
  if (free < newDatabaseMegabytes)
    throw new StartError(
      `The disk of DATA_DIR (${dataDir}) has ${free} MB free and a new shop needs ${newDatabaseMegabytes} MB: free some space.`,
    )
}

function testWrite(dataDir: string): void {
  const file = path.join(dataDir, `.write-test-${process.pid}`)
  try {
    writeFileSync(file, Buffer.alloc(megabyte), { flush: true, mode: 0o600 })
  } finally {
    rmSync(file, { force: true })
  }
}

/** Turns an error of the data folder into a message for the person who starts the shop. */
export function explainFolderError(error: unknown, dataDir: string): unknown {
  if (error instanceof StartError) return error
  const message = messageFor(codeOf(error), dataDir)
  if (message) return new StartError(message, { cause: error })
  try {
    testWrite(dataDir)
  } catch (writeError) {
    const writeMessage = messageFor(codeOf(writeError), dataDir)
    if (writeMessage) return new StartError(writeMessage, { cause: error })
  }
  const reason = error instanceof Error && error.message ? error.message : String(codeOf(error) || 'unknown reason')
  return new StartError(`The database in ${path.join(dataDir, databaseFolder)} cannot be opened: ${reason}`, {
    cause: error,
  })
}

function messageFor(code: string, dataDir: string): string | undefined {
  const folder = `DATA_DIR (${dataDir})`
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return `The disk of ${folder} is full: free some space.`
  if (code === 'EROFS') return `The disk of ${folder} is read-only: mount it writable, or choose another folder.`
  if (['EACCES', 'EPERM'].includes(code))
    return `${folder} is not writable for this user: change its owner, or choose another folder.`
  if (['EEXIST', 'ENOTDIR'].includes(code)) return `${folder} is not a folder: choose another one.`
  return undefined
}

const codeOf = (error: unknown) => String((error as { code?: unknown })?.code ?? '')

export const hasDatabase = (dataDir: string) => existsSync(path.join(dataDir, databaseFolder, 'PG_VERSION'))
