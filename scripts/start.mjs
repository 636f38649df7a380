import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { builtServer, ensureBuilt } from './build.mjs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'
import { serverFlags } from './server-flags.mjs'

process.chdir(projectRoot)
try {
  await ensureInstalled({ withDevTools: !existsSync(builtServer) })
  await continueOnPinnedNode(serverFlags)
  await ensureBuilt()
} catch (error) {
  console.error(`ALPINE cannot start: ${error.message}`)
  process.exit(1)
}

if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(builtServer).href)
