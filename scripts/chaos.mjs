import { ensureBuilt } from './build.mjs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

process.chdir(projectRoot)
try {
  await ensureInstalled({ withDevTools: true })
  await continueOnPinnedNode()
  await ensureBuilt()
} catch (error) {
  console.error(`The scenarios cannot be played: ${error.message}`)
  process.exit(1)
}
await import('../chaos/index.ts')
