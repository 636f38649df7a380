import { existsSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

function refuse(message) {
  console.error(message)
  process.exit(1)
}

process.chdir(projectRoot)
try {
  await ensureInstalled()
  await continueOnPinnedNode()
} catch (error) {
  refuse(error.message)
}
const { isShopFolder } = await import('../platform/data-folder.server.ts')
const { claimFolder, lockFile } = await import('../platform/folder-claim.server.ts')

function requireShopFolder(folder, entries) {
  const isParentFolder = [projectRoot, homedir()].some((parent) =>
    `${parent}${path.sep}`.startsWith(`${folder}${path.sep}`),
  )
  if (isParentFolder || folder === path.parse(folder).root || !isShopFolder(entries)) {
    refuse(`${folder} does not look like ALPINE's data folder. Nothing was deleted. Check DATA_DIR.`)
  }
}

/** Holds the lock while it deletes, so no shop can start meanwhile. */
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
const allEntries = existsSync(dataFolder) ? readdirSync(dataFolder) : []
requireShopFolder(dataFolder, allEntries)
const entries = allEntries.filter((entry) => entry !== lockFile)
if (entries.length > 0) empty(dataFolder, entries)

console.log(
  entries.length === 0
    ? `${dataFolder} is already empty.`
    : `Emptied ${dataFolder} (${entries.sort().join(', ')}). The next start seeds the demo shop again.`,
)
if (process.env.DATABASE_URL) console.log('DATABASE_URL is set. That PostgreSQL database was not changed.')
