import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db.server.ts'
import { type Devices, deviceCookie, deviceSeconds, openDevices } from './devices.server.ts'

/** A database that holds one secret, the one of devices. */
const withSecret = (value: string) => {
  const isAsked = (query: SQL) => new PgDialect().sqlToQuery(query).params.includes('device')
  return openDevices({
    execute: async (query: SQL) => ({ rows: isAsked(query) ? [{ value }] : [] }),
  } as unknown as Db)
}
const account = (id: string, passwordHash: string | null = `hash of ${id}`) => ({ id, passwordHash })
const asha = account('asha')
const maya = account('maya')

let devices: Devices
beforeAll(async () => {
  devices = await withSecret('secret')
})

describe('the cookie of a device', () => {
  test('is an id and one signature for each account that signed in on it, the newest first', () => {
    const first = devices.remember(undefined, asha)
    expect(first).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    const [id, ashas] = first.split('.')
    const both = devices.remember(first, maya)
    expect(both).toMatch(/^[\w-]{22}\.[\w-]{22}\.[\w-]{22}$/)
    expect([both.split('.')[0], both.split('.')[2]]).toEqual([id, ashas])
  })

  test('is known to each of its accounts by the id of the device, and to no other', () => {
    const both = devices.remember(devices.remember(undefined, asha), maya)
    const [id] = both.split('.')
    expect([asha, maya, account('eve')].map((who) => devices.recognize(both, who))).toEqual([id, id, undefined])
  })

  test('stays as it is when the same account signs in again, which comes first then', () => {
    const both = devices.remember(devices.remember(undefined, asha), maya)
    const [id, mayas, ashas] = both.split('.')
    expect(devices.remember(both, asha)).toBe([id, ashas, mayas].join('.'))
  })

  test('keeps the five accounts that signed in last', () => {
    const people = Array.from({ length: 6 }, (_, n) => account(`person ${n}`))
    let cookie: string | undefined
    for (const who of people) cookie = devices.remember(cookie, who)
    expect(cookie).toMatch(/^[\w-]{22}(\.[\w-]{22}){5}$/)
    expect(people.map((who) => devices.recognize(cookie, who) !== undefined)).toEqual([false, ...Array(5).fill(true)])
    expect(devices.remember(cookie, account('yet another')).split('.')[0]).toBe(cookie?.split('.')[0])
  })

  test('is a stranger with another password, on another device or under another secret', async () => {
    const cookie = devices.remember(undefined, asha)
    const [, signature] = cookie.split('.')
    const [otherId] = devices.remember(undefined, asha).split('.')
    expect(devices.recognize(cookie, account('asha', 'another hash'))).toBeUndefined()
    expect(devices.recognize(`${otherId}.${signature}`, asha)).toBeUndefined()
    expect((await withSecret('other')).recognize(cookie, asha)).toBeUndefined()
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
    ['words before it', (id: string, signature: string) => `x ${id}.${signature}`],
    ['words after it', (id: string, signature: string) => `${id}.${signature} x`],
    ['six signatures', (id: string, signature: string) => [id, ...Array(6).fill(signature)].join('.')],
  ])('that is %s is known to nobody, and signing in makes a new device', (_, spoil) => {
    const [id = '', signature = ''] = devices.remember(undefined, asha).split('.')
    const cookie = spoil(id, signature)
    expect(devices.recognize(cookie, asha)).toBeUndefined()
    const remembered = devices.remember(cookie, asha)
    expect(remembered).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    expect(remembered.split('.')[0]).not.toBe(id)
  })

  test('is called device, and lives for a year', () => {
    expect([deviceCookie, deviceSeconds]).toEqual(['device', 31_536_000])
  })
})
