import { expect, test } from 'vitest'
import { hashSecret } from '#shared/secrets.ts'
import { loginNameKey } from './account-context.server.ts'

test.each(['krishna', 'KRISHNA', 'KRİSHNA', 'krıshna', 'ｋrishna'])(
  'loginNameKey gives one key for all spellings of a name: %s',
  (name) => {
    expect(loginNameKey(name)).toBe(hashSecret('krishna'))
  },
)

test('loginNameKey gives different keys for different names', () => {
  expect(loginNameKey('krishna2')).not.toBe(loginNameKey('krishna'))
  expect(loginNameKey('straße')).toBe(loginNameKey('STRASSE'))
})
