import { vi } from 'vitest'
import type { TestShop } from './shop.ts'

/** Replaces hashing, for tests that count attempts. */
export function withPlainPasswords(shop: TestShop): TestShop {
  let hashes = 0
  vi.spyOn(shop.passwords, 'hash').mockImplementation(async (password) => `plain ${++hashes} ${password}`)
  vi.spyOn(shop.passwords, 'matches').mockImplementation(
    async (password, hash) => hash?.replace(/^plain \d+ /, '') === password,
  )
  return shop
}
