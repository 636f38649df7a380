import { ensureChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'

await prepare('Lighthouse cannot run', async () => {
  process.env.CHROMIUM_PATH = await ensureChromium()
})
await import('../bench/lighthouse.ts')
