import { existsSync } from 'node:fs'
import { continueOnPinnedNode, ensureInstalled, projectRoot } from './install.mjs'

process.chdir(projectRoot)
const [verb, address] = process.argv.slice(2)
if (verb !== 'latest' || !address) {
  console.error('Use: npm run mail -- latest <address>')
  process.exit(1)
}
try {
  await ensureInstalled()
  await continueOnPinnedNode()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { latestRawMail } = await import('../server/mail-cli.ts')
  console.log(await latestRawMail(address))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
