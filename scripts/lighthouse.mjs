import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

process.chdir(projectRoot)
try {
  await ensureInstalled({ withDevTools: true })
  await continueOnPinnedNode()
  await ensureBuilt()
  process.env.CHROMIUM_PATH = await ensureChromium()
} catch (error) {
  console.error(`Lighthouse cannot run: ${error.message}`)
  process.exit(1)
}
await import('../bench/lighthouse.ts')
