import { expect, test } from 'vitest'
import { hashSecret, newSecret } from './secrets.ts'

test('a secret is 256 random bits in URL-safe characters', () => {
  const secrets = Array.from({ length: 100 }, newSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
  expect(new Set(secrets).size).toBe(100)
})

test('hashes a secret with SHA-256 in hexadecimal', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
