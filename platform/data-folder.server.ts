import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { holderFile, lockFile } from './folder-claim.server.ts'
import { StartError } from './start-error.ts'

export const databaseFolder = 'pglite'
export const filesFolder = 'files'
export const demoAccountsFile = 'demo-accounts.json'
const ownEntries = [databaseFolder, filesFolder, demoAccountsFile, holderFile, lockFile]

const megabyte = 1024 * 1024
const newDatabaseMegabytes = 64

/** Whether nothing in the folder, or something that only the shop makes, speaks for it being the shop's own. */
export function looksOwn(entries: string[]): boolean {
  return entries.length === 0 || entries.some((entry) => ownEntries.includes(entry))
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
    // Another process may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Only the shop's own user may enter. A folder that holds other things too is left as it is, but not the database's. */
export function restrictDataFolder(dataDir: string): void {
  const isShared = readdirSync(dataDir).some((entry) => !ownEntries.includes(entry) && entry !== 'lost+found')
  if (!isShared) restrict(dataDir, 0o700)
  const database = path.join(dataDir, databaseFolder)
  mkdirSync(database, { recursive: true, mode: 0o700 })
  restrict(database, 0o700)
}

/** PGlite makes its files writable for everybody, whatever the umask. */
export function restrictDatabaseFiles(dataDir: string): void {
  for (const entry of readdirSync(path.join(dataDir, databaseFolder), { recursive: true, withFileTypes: true }))
    restrict(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/** A volume that belongs to somebody else, or knows no modes, cannot be restricted from here. */
function restrict(file: string, mode: number): void {
  try {
    chmodSync(file, mode)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOENT'].includes(codeOf(error))) throw error
  }
}

/** PGlite says nothing of use on a full disk, so it is asked before. */
export function refuseFullDisk(dataDir: string, { isNew }: { isNew: boolean }): void {
  tryWriting(dataDir)
  if (!isNew) return
  const { bavail, bsize } = statfsSync(dataDir)
  const free = Math.floor((bavail * bsize) / megabyte)
  if (free < newDatabaseMegabytes)
    throw new StartError(
      `The disk of DATA_DIR (${dataDir}) has ${free} MB free and a new shop needs ${newDatabaseMegabytes} MB: free some space.`,
    )
}

function tryWriting(dataDir: string): void {
  const file = path.join(dataDir, `.write-test-${process.pid}`)
  try {
    writeFileSync(file, Buffer.alloc(megabyte), { flush: true, mode: 0o600 })
  } finally {
    rmSync(file, { force: true })
  }
}

/** The sentence for a folder that cannot be used, whatever the first complaint was. */
export function explainFolderError(error: unknown, dataDir: string): unknown {
  if (error instanceof StartError) return error
  const sentence = sentenceFor(codeOf(error), dataDir)
  if (sentence) return new StartError(sentence, { cause: error })
  try {
    tryWriting(dataDir)
  } catch (found) {
    const second = sentenceFor(codeOf(found), dataDir)
    if (second) return new StartError(second, { cause: error })
  }
  const reason =
    error instanceof Error && error.message ? error.message : String(codeOf(error) || 'no reason was given')
  return new StartError(`The database in ${path.join(dataDir, databaseFolder)} cannot be opened: ${reason}`, {
    cause: error,
  })
}

function sentenceFor(code: string, dataDir: string): string | undefined {
  const folder = `DATA_DIR (${dataDir})`
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return `The disk of ${folder} is full: free some space.`
  if (code === 'EROFS') return `The disk of ${folder} is read-only: mount it writable, or choose another folder.`
  if (['EACCES', 'EPERM'].includes(code))
    return `${folder} is not writable for this user: change its owner, or choose another folder.`
  if (['EEXIST', 'ENOTDIR'].includes(code)) return `${folder} is not a folder: choose another one.`
  return undefined
}

const codeOf = (error: unknown) => String((error as { code?: unknown })?.code ?? '')

export const holdsDatabase = (dataDir: string) => existsSync(path.join(dataDir, databaseFolder, 'PG_VERSION'))
