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
  role: 'Customer' | 'Admin'
}[]

const letters = 'abcdefghijkmnpqrstuvwxyz'
const digits = '23456789'

/** Made at random for this data folder, and easy to read aloud: three groups of letters and one of digits. */
function randomPassword(): string {
  const pick = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('')
  const [first, second] = [pick(letters, 5), pick(letters, 5)]
  return `${first[0]?.toUpperCase()}${first.slice(1)}-${second}-${pick(digits, 4)}`
}

function chooseAccounts(): DemoAccounts {
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
      role: 'Admin',
      password: randomPassword(),
    },
  ]
}

/** Fills an empty shop once. The accounts are noted beside the data, so that every start can show them. */
export async function furnishDemo(shop: Shop): Promise<DemoAccounts> {
  const { seedDemoShop, isEmpty } = await import('#db/seed/index.ts')
  const noteFile = path.join(shop.settings.dataDir, demoAccountsFile)
  if (await isEmpty(shop.db)) {
    const accounts = chooseAccounts()
    printStep('Demo shop', 'filling it with products, posts and pictures, this takes a moment …')
    await seedDemoShop(shop, accounts)
    makeDataFolder(shop.settings.dataDir)
    writeFileSync(noteFile, JSON.stringify(accounts, null, 2), { mode: 0o600 })
    return accounts
  }
  printStep('Demo shop', 'filled already')
  return existsSync(noteFile) ? (JSON.parse(readFileSync(noteFile, 'utf8')) as DemoAccounts) : []
}
