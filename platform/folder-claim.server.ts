import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type FolderClaim = { pid: number; url: string }

export function readClaim(dataDir: string): FolderClaim | undefined {
  try {
    const claim = JSON.parse(readFileSync(path.join(dataDir, 'alpine.lock'), 'utf8')) as FolderClaim
    return claim.pid !== process.pid && isAlive(claim.pid) ? claim : undefined
  } catch {
    return undefined
  }
}

const claimedHere = new Set<string>()

/** PGlite lives inside one process; a second one on the same folder would destroy the data. */
export function claimFolder(dataDir: string, url: string): () => void {
  const file = path.join(dataDir, 'alpine.lock')
  const claim: FolderClaim = { pid: process.pid, url }
  const holder = claimedHere.has(file) ? claim : readClaim(dataDir)
  if (holder) throw new Error(`The data folder is in use by process ${holder.pid} (${holder.url}): stop it first`)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify(claim), { flag: 'wx' })
  claimedHere.add(file)
  return () => {
    claimedHere.delete(file)
    rmSync(file, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
