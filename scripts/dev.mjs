import { existsSync } from 'node:fs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

process.chdir(projectRoot)
await ensureInstalled({ withDevTools: true })
await continueOnPinnedNode()
if (existsSync('.env')) process.loadEnvFile('.env')
process.env.MODE ??= 'development'
process.env.NODE_ENV ??= 'development'
await import('../server/dev.ts')
