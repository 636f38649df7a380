import { expect, test } from 'vitest'
import { hashSecret } from '#shared/secrets.ts'
import { typedKey } from './account-context.server.ts'

test.each(['krishna', 'KRISHNA', 'KRİSHNA', 'krıshna', 'ｋrishna'])(
  'the name %s is one key, however it is typed',
  (name) => {
    expect(typedKey(name)).toBe(hashSecret('krishna'))
  },
)

test('other names are other keys', () => {
  expect(typedKey('krishna2')).not.toBe(typedKey('krishna'))
  expect(typedKey('straße')).toBe(typedKey('STRASSE'))
})
