import { existsSync } from 'node:fs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

process.chdir(projectRoot)
await ensureInstalled({ withDevTools: true })
await continueOnPinnedNode()
if (existsSync('.env')) process.loadEnvFile('.env')
process.env.MODE ??= 'development'
process.env.NODE_ENV ??= 'development'
try {
  await import('../server/dev.ts')
} catch (error) {
  // Vite loads the server's modules a second time, so their classes differ from those imported here.
  const isOurs = ['StartError', 'SettingsError'].includes(error?.name)
  console.error(isOurs ? error.message : error)
  process.exit(1)
}
