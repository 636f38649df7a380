import { existsSync } from 'node:fs'
import { builtServer, ensureBuilt } from './build.mjs'
import { continueOnPinnedNode, ensureInstalled, pinnedNode, projectRoot, runStep } from './install.mjs'

process.chdir(projectRoot)
const [email] = process.argv.slice(2)
if (!email) {
  console.error('Use: npm run create-owner -- <email>')
  process.exit(1)
}
try {
  await ensureInstalled()
  await continueOnPinnedNode()
  if (existsSync('.env')) process.loadEnvFile('.env')
  await ensureBuilt()
  process.exit(await runStep(pinnedNode(), [builtServer, 'create-owner', email]))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
