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
  // Vite loads the server's modules a second time, so instanceof does not work here.
  const isExpected = ['StartError', 'SettingsError'].includes(error?.name)
  console.error(isExpected ? error.message : error)
  process.exit(1)
}
