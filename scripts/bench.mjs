import { ensureBuilt } from './build.mjs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

process.chdir(projectRoot)
try {
  await ensureInstalled({ withDevTools: true })
  await continueOnPinnedNode()
  await ensureBuilt()
} catch (error) {
  console.error(`The figures cannot be taken: ${error.message}`)
  process.exit(1)
}
await import('../bench/index.ts')
