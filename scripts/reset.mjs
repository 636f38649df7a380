import { existsSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

process.chdir(projectRoot)
try {
  await ensureInstalled()
  await continueOnPinnedNode()
} catch (error) {
  refuse(error.message)
}
const { looksOwn } = await import('../platform/data-folder.server.ts')
const { claimFolder, lockFile } = await import('../platform/folder-claim.server.ts')

function refuseForeign(folder, entries) {
  const holdsMore = [projectRoot, homedir()].some((place) => `${place}${path.sep}`.startsWith(`${folder}${path.sep}`))
  if (holdsMore || folder === path.parse(folder).root || !looksOwn(entries)) {
    refuse(`${folder} does not look like ALPINE's data folder, so nothing was deleted: check DATA_DIR.`)
  }
}

/** Holds the lock while it deletes, so that no shop can start meanwhile. */
function empty(folder, entries) {
  try {
    const release = claimFolder(folder, 'npm run reset')
    for (const entry of entries) rmSync(path.join(folder, entry), { recursive: true, force: true })
    release()
  } catch (error) {
    refuse(`Nothing was deleted from ${folder}. ${error.message}`)
  }
}

if (existsSync('.env')) process.loadEnvFile('.env')
const dataFolder = path.resolve(process.env.DATA_DIR || './data')
const found = existsSync(dataFolder) ? readdirSync(dataFolder) : []
refuseForeign(dataFolder, found)
const entries = found.filter((entry) => entry !== lockFile)
if (entries.length > 0) empty(dataFolder, entries)

console.log(
  entries.length === 0
    ? `${dataFolder} was empty already; nothing to do.`
    : `Emptied ${dataFolder} (${entries.sort().join(', ')}); the next start fills it again.`,
)
if (process.env.DATABASE_URL) console.log('DATABASE_URL is set: that PostgreSQL database is not touched.')
