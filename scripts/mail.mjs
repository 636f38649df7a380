import { existsSync } from 'node:fs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

process.chdir(projectRoot)
const [command, address] = process.argv.slice(2)
if (command !== 'latest' || !address) {
  console.error('Use: npm run mail -- latest <address>')
  process.exit(1)
}
try {
  await ensureInstalled()
  await continueOnPinnedNode()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { latestRawEmail } = await import('../server/email-cli.ts')
  console.log(await latestRawEmail(address))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
