import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Shop } from '#modules/shop.server.ts'
import { demoAccountsFile, makeDataFolder } from '#platform/data-folder.server.ts'
import { printStep } from './banner.ts'

export type DemoAccounts = {
  title: string
  name: string
  username: string
  email: string
  password: string
  role: 'Customer' | 'Owner'
}[]

const alphabet = 'abcdefghijkmnpqrstuvwxyz'
const digits = '23456789'

/** Random for each data folder and easy to type: two groups of letters and one of digits. */
function randomPassword(): string {
  const pick = (characters: string, count: number) =>
    Array.from({ length: count }, () => characters[randomInt(characters.length)]).join('')
  const [first, second] = [pick(alphabet, 5), pick(alphabet, 5)]
  return `${first[0]?.toUpperCase()}${first.slice(1)}-${second}-${pick(digits, 4)}`
}

function createAccounts(): DemoAccounts {
  return [
    {
      title: 'Demo customer',
      name: 'Asha Gurung',
      username: 'AshaGurung',
      email: 'asha@alpine.example',
      role: 'Customer',
      password: randomPassword(),
    },
    {
      title: 'Owner',
      name: 'Pemba Sherpa',
      username: 'PembaSherpa',
      email: 'owner@alpine.example',
      role: 'Owner',
      password: randomPassword(),
    },
  ]
}

/** Seeds an empty shop once. The accounts are stored in the data folder, so every start can print them. */
export async function seedDemo(shop: Shop): Promise<DemoAccounts> {
  const { seedDemoShop, isEmpty } = await import('#db/seed/index.ts')
  const accountsFile = path.join(shop.settings.dataDir, demoAccountsFile)
  if (await isEmpty(shop.db)) {
    const accounts = createAccounts()
    printStep('Demo shop', 'seeding products, posts and pictures, this takes a moment …')
    await seedDemoShop(shop, accounts)
    makeDataFolder(shop.settings.dataDir)
    writeFileSync(accountsFile, JSON.stringify(accounts, null, 2), { mode: 0o600 })
    return accounts
  }
  printStep('Demo shop', 'already seeded')
  return existsSync(accountsFile) ? (JSON.parse(readFileSync(accountsFile, 'utf8')) as DemoAccounts) : []
}
