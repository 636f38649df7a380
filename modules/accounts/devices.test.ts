import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db.server.ts'
import { type Devices, deviceCookie, deviceCookieSeconds, openDevices } from './devices.server.ts'

/** Devices with a database that has only the device secret. */
const devicesWithSecret = (value: string) => {
  const isSecretQuery = (query: SQL) => new PgDialect().sqlToQuery(query).params.includes('device')
  return openDevices({
    execute: async (query: SQL) => ({ rows: isSecretQuery(query) ? [{ value }] : [] }),
  } as unknown as Db)
}
const account = (id: string, passwordHash: string | null = `hash of ${id}`) => ({ id, passwordHash })
const asha = account('asha')
const maya = account('maya')

let devices: Devices
beforeAll(async () => {
  devices = await devicesWithSecret('secret')
})

describe('the device cookie', () => {
  test('has an id and one signature per account, newest first', () => {
    const first = devices.remember(undefined, asha)
    expect(first).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    const [id, ashas] = first.split('.')
    const both = devices.remember(first, maya)
    expect(both).toMatch(/^[\w-]{22}\.[\w-]{22}\.[\w-]{22}$/)
    expect([both.split('.')[0], both.split('.')[2]]).toEqual([id, ashas])
  })

  test('is recognized for each of its accounts with the device id, and for no other', () => {
    const both = devices.remember(devices.remember(undefined, asha), maya)
    const [id] = both.split('.')
    expect([asha, maya, account('eve')].map((user) => devices.recognize(both, user))).toEqual([id, id, undefined])
  })

  test('moves the signature of an account to the front when it signs in again', () => {
    const both = devices.remember(devices.remember(undefined, asha), maya)
    const [id, mayas, ashas] = both.split('.')
    expect(devices.remember(both, asha)).toBe([id, ashas, mayas].join('.'))
  })

  test('keeps the five accounts that signed in last', () => {
    const accounts = Array.from({ length: 6 }, (_, n) => account(`person ${n}`))
    let cookie: string | undefined
    for (const user of accounts) cookie = devices.remember(cookie, user)
    expect(cookie).toMatch(/^[\w-]{22}(\.[\w-]{22}){5}$/)
    expect(accounts.map((user) => devices.recognize(cookie, user) !== undefined)).toEqual([
      false,
      ...Array(5).fill(true),
    ])
    expect(devices.remember(cookie, account('yet another')).split('.')[0]).toBe(cookie?.split('.')[0])
  })

  test('is not recognized with another password, device id or secret', async () => {
    const cookie = devices.remember(undefined, asha)
    const [, signature] = cookie.split('.')
    const [otherId] = devices.remember(undefined, asha).split('.')
    expect(devices.recognize(cookie, account('asha', 'another hash'))).toBeUndefined()
    expect(devices.recognize(`${otherId}.${signature}`, asha)).toBeUndefined()
    expect((await devicesWithSecret('other')).recognize(cookie, asha)).toBeUndefined()
  })

  test.each([
    ['none', () => undefined],
    ['an empty one', () => ''],
    ['an id alone', (id: string) => id],
    ['a short id', (id: string, signature: string) => `${id.slice(1)}.${signature}`],
    ['a long id', (id: string, signature: string) => `${id}x.${signature}`],
    ['a short signature', (id: string, signature: string) => `${id}.${signature.slice(1)}`],
    ['a long signature', (id: string, signature: string) => `${id}.${signature}x`],
    ['other letters', (id: string, signature: string) => `${id}.${signature.slice(1)}!`],
    ['text before it', (id: string, signature: string) => `x ${id}.${signature}`],
    ['text after it', (id: string, signature: string) => `${id}.${signature} x`],
    ['six signatures', (id: string, signature: string) => [id, ...Array(6).fill(signature)].join('.')],
  ])('with %s is not recognized, and a sign-in creates a new device', (_, change) => {
    const [id = '', signature = ''] = devices.remember(undefined, asha).split('.')
    const cookie = change(id, signature)
    expect(devices.recognize(cookie, asha)).toBeUndefined()
    const remembered = devices.remember(cookie, asha)
    expect(remembered).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    expect(remembered.split('.')[0]).not.toBe(id)
  })

  test('has the name device, and lasts for a year', () => {
    expect([deviceCookie, deviceCookieSeconds]).toEqual(['device', 31_536_000])
  })
})
