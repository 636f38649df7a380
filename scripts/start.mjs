import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { builtServer, ensureBuilt } from './build.mjs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

process.chdir(projectRoot)
try {
  await ensureInstalled({ withDevTools: !existsSync(builtServer) })
  const { config } = JSON.parse(readFileSync('package.json', 'utf8'))
  await continueOnPinnedNode(config.serverFlags.split(' '))
  await ensureBuilt()
} catch (error) {
  console.error(`ALPINE cannot start: ${error.message}`)
  process.exit(1)
}

if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(builtServer).href)
