import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { builtServer, ensureBuilt } from './build.mjs'
import { continueOnPinnedNode, ensureInstalled, isContinued, printStep, projectRoot } from './install.mjs'

/** `npm run backup` and similar commands use this script too and print only their own output. */
const isServing = process.argv.length === 2

process.chdir(projectRoot)
try {
  const installed = await ensureInstalled({ withDevTools: !existsSync(builtServer) })
  if (!installed && isServing && !isContinued()) printStep('Install', 'up to date')
  const { config } = JSON.parse(readFileSync('package.json', 'utf8'))
  await continueOnPinnedNode(config.serverFlags.split(' '))
  const built = await ensureBuilt()
  if (!built && isServing) printStep('Build', 'up to date')
} catch (error) {
  console.error(`ALPINE cannot start: ${error.message}`)
  process.exit(1)
}

if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(builtServer).href)
