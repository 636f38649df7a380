import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { projectRoot } from './install.mjs'

const OUR_ENTRIES = ['pglite', 'files', 'demo-accounts.json', 'alpine.lock']

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readLock(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8'))
  } catch {
    refuse(`${lockFile} cannot be read: delete it if no ALPINE is running, then reset again.`)
  }
}

function refuseWhileRunning(folder) {
  const lockFile = path.join(folder, 'alpine.lock')
  if (!existsSync(lockFile)) return
  const { pid, url } = readLock(lockFile)
  if (Number.isInteger(pid) && pid > 0 && isAlive(pid)) {
    refuse(`ALPINE is running at ${url} (process ${pid}) with ${folder}: stop it first.`)
  }
}

function refuseForeign(folder, entries) {
  const holdsMore = [projectRoot, homedir()].some((place) => `${place}${path.sep}`.startsWith(`${folder}${path.sep}`))
  const looksOurs = entries.length === 0 || entries.some((entry) => OUR_ENTRIES.includes(entry))
  if (holdsMore || folder === path.parse(folder).root || !looksOurs) {
    refuse(`${folder} does not look like ALPINE's data folder, so nothing was deleted: check DATA_DIR.`)
  }
}

process.chdir(projectRoot)
if (existsSync('.env')) {
  if (!process.loadEnvFile) refuse('Reading .env needs Node 20.12 or newer.')
  process.loadEnvFile('.env')
}
const dataFolder = path.resolve(process.env.DATA_DIR || './data')
const entries = existsSync(dataFolder) ? readdirSync(dataFolder) : []
refuseForeign(dataFolder, entries)
refuseWhileRunning(dataFolder)

for (const entry of entries) rmSync(path.join(dataFolder, entry), { recursive: true, force: true })
console.log(
  entries.length === 0
    ? `${dataFolder} was empty already; nothing to do.`
    : `Emptied ${dataFolder} (${entries.sort().join(', ')}); the next start fills it again.`,
)
if (process.env.DATABASE_URL) console.log('DATABASE_URL is set: that PostgreSQL database is not touched.')
