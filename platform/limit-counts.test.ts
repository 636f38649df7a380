import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashSecret } from '#shared/secrets.ts'
import type { Database } from './db.server.ts'
import { readSettings } from './env.server.ts'
import { limitRules } from './limit-rules.server.ts'
import { createLimits, type Limits, originOf, recipientKey } from './limits.server.ts'
import { inRequest } from './request-scope.server.ts'

const minute = 60_000

const inMemory = (factor = '1') =>
  createLimits(readSettings({ MODE: 'test', RATE_LIMIT_FACTOR: factor }), { kind: 'pglite' } as Database)
const from = (address: string) => originOf(address, address)
const networks = (count: number, first = 0) => Array.from({ length: count }, (_, n) => from(`10.${first + n}.7.9`))

let limits: Limits
beforeEach(() => {
  vi.useFakeTimers()
  limits = inMemory()
})
afterEach(() => {
  vi.useRealTimers()
})

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n++) await work()
}

const rejection = { code: 'tooMany' }

describe('a budget', () => {
  test('rejects the next call with the seconds to wait, and then accepts calls again', async () => {
    const spend = () => limits.spend('enquiry', '203.0.113.1')
    await times(10, spend)
    const message = 'Too many requests. Please wait a moment and try again.'
    await expect(spend()).rejects.toMatchObject({ ...rejection, message, retryAfterSeconds: 600 })
    vi.advanceTimersByTime(10 * minute - 1500)
    await expect(spend()).rejects.toMatchObject({ retryAfterSeconds: 2 })
    vi.advanceTimersByTime(1500)
    await spend()
  })

  test('uses the message of its rule', async () => {
    const spend = () => limits.spend('unconfirmedOrder', { account: 'asha' })
    await times(20, spend)
    await expect(spend()).rejects.toMatchObject({ ...rejection, message: limitRules.unconfirmedOrder.message })
    const spendOpen = () => limits.spendOpen('confirmation', 'asha', from('203.0.113.1'))
    await times(5, spendOpen)
    await expect(spendOpen()).rejects.toMatchObject({ ...rejection, message: expect.stringContaining('spam folder') })
  })

  test.each([
    ['address', 20],
    ['network', 100],
    ['account', 20],
  ] as const)('is separate for each %s', async (scope, max) => {
    const spend = (key: string) => limits.spend('review', { [scope]: key })
    await times(max, () => spend('one'))
    await expect(spend('one')).rejects.toMatchObject(rejection)
    await spend('other')
  })

  test('that is exhausted does not use the next scopes', async () => {
    await times(20, () => limits.spend('review', { address: 'a' }))
    await times(100, () => limits.allows('review', { address: 'a', network: 'n' }))
    await limits.spend('review', { address: 'b', network: 'n' })
  })

  test('returns false from `allows` when it is exhausted', async () => {
    const keys = { account: 'asha' }
    await times(9, () => limits.spend('passwordCheck', keys))
    expect([await limits.allows('passwordCheck', keys), await limits.allows('passwordCheck', keys)]).toEqual([
      true,
      false,
    ])
  })

  test.each(['address', 'network', 'account'] as const)('of an %s can be refunded', async (scope) => {
    const keys = { [scope]: 'one' }
    const points = limitRules.review[scope]?.points ?? 0
    await times(points, () => limits.spend('review', keys))
    await limits.refund('review', keys)
    expect([await limits.allows('review', keys), await limits.allows('review', keys)]).toEqual([true, false])
  })

  test('is multiplied by the factor, and is at least one', async () => {
    const countAllowed = async (factor: string) => {
      const { allows } = inMemory(factor)
      let spent = 0
      while (await allows('enquiry', { address: 'a' })) spent++
      return spent
    }
    expect([await countAllowed('0.001'), await countAllowed('0.26'), await countAllowed('2')]).toEqual([1, 3, 20])
  })

  test('that does not exist rejects nothing', async () => {
    expect(await limits.allows('api', { account: 'asha' })).toBe(true)
    await limits.refund('api', { account: 'asha' })
    await limits.clear('api', 'asha', from('203.0.113.1'))
    const { retryAfterSeconds, refund } = await limits.claim('api', 'asha', from('203.0.113.1'))
    expect(retryAfterSeconds).toBeUndefined()
    await refund()
  })
})

describe('an open budget', () => {
  const claim = async (origin: ReturnType<typeof from>, key = 'asha') =>
    (await limits.claim('login', key, origin)).retryAfterSeconds
  const attack = async (origins: ReturnType<typeof from>[], key = 'asha') => {
    for (const origin of origins) await claim(origin, key)
  }

  test('gives one network ten attempts, and three of its newcomers one more each', async () => {
    const caller = from('203.0.113.1')
    for (let n = 0; n < 10; n++) expect(await claim(caller)).toBeUndefined()
    expect(await claim(caller)).toBe(900)
    const newcomers: (number | undefined)[] = []
    for (const host of [2, 3, 4, 5]) newcomers.push(await claim(from(`203.0.113.${host}`)))
    expect(newcomers).toEqual([undefined, undefined, undefined, 900])
    expect(await claim(from('203.0.113.2'))).toBe(900)
    expect(await claim(from('192.0.2.1'))).toBeUndefined()
  })

  test('gives all networks twenty attempts, and five newcomers one each', async () => {
    const attempts: (number | undefined)[] = []
    for (const origin of networks(26)) attempts.push(await claim(origin))
    expect(attempts).toEqual([...Array(25).fill(undefined), 900])
    expect(await claim(from('10.0.7.9'))).toBe(900)
    expect(await claim(from('10.0.7.9'), 'maya')).toBeUndefined()
  })

  test('gives the newcomers of one network three attempts per day', async () => {
    const newcomers = async (hosts: number[]) => {
      await attack(networks(20))
      const attempts: boolean[] = []
      for (const host of hosts) attempts.push((await claim(from(`203.0.113.${host}`))) === undefined)
      return attempts
    }
    expect(await newcomers([1, 2, 3])).toEqual([true, true, true])
    vi.advanceTimersByTime(24 * 60 * minute - 1)
    expect(await newcomers([4])).toEqual([false])
    vi.advanceTimersByTime(15 * minute)
    expect(await newcomers([5])).toEqual([true])
  })

  test('is rejected with the message of its rule by `spendOpen`', async () => {
    const spend = () => limits.spendOpen('login', 'asha', from('203.0.113.1'))
    await times(10, spend)
    await expect(spend()).rejects.toMatchObject({
      ...rejection,
      message: expect.stringContaining('Forgot password?'),
      retryAfterSeconds: 900,
    })
  })

  test('gets back everything from a refund', async () => {
    const caller = from('203.0.113.1')
    for (let n = 0; n < 30; n++) await (await limits.spendOpen('login', 'asha', caller)).refund()
    await attack(networks(19))
    expect(await claim(caller)).toBeUndefined()
  })

  test('gets back the reserve from the refund of a newcomer', async () => {
    await attack(networks(20))
    for (let n = 0; n < 8; n++) {
      const { retryAfterSeconds, refund } = await limits.claim('login', 'asha', from('203.0.113.1'))
      expect(retryAfterSeconds).toBeUndefined()
      await refund()
    }
  })

  test('gets back no more than was used from a rejected attempt', async () => {
    const caller = from('203.0.113.1')
    await attack([...networks(25), ...Array(2).fill(caller)])
    for (let n = 0; n < 5; n++) await (await limits.claim('login', 'asha', from('203.0.113.2'))).refund()
    vi.advanceTimersByTime(15 * minute)
    await attack(networks(20, 50))
    const attempts: (number | undefined)[] = []
    for (const host of [3, 4, 5, 6]) attempts.push(await claim(from(`203.0.113.${host}`)))
    expect(attempts).toEqual([undefined, undefined, undefined, 900])
  })

  test('is reset for an origin by `clear`', async () => {
    const caller = from('203.0.113.1')
    await attack([...networks(25), ...Array(20).fill(caller)])
    for (const host of [2, 3, 4]) await claim(from(`203.0.113.${host}`))
    await limits.clear('login', 'asha', caller)
    for (let n = 0; n < 10; n++) expect(await claim(caller)).toBeUndefined()
    for (const host of [5, 6, 7]) expect(await claim(from(`203.0.113.${host}`))).toBeUndefined()
    expect(await claim(from('203.0.113.8'))).toBe(900)
    const cleared = from('203.0.113.9')
    await limits.clear('login', 'asha', cleared)
    await attack(networks(20, 100))
    expect(await claim(cleared)).toBeUndefined()
  })

  test('treats an address as a newcomer again after `clear`', async () => {
    const caller = from('203.0.113.1')
    await attack([caller])
    await limits.clear('login', 'asha', caller)
    await attack(networks(20))
    expect(await claim(caller)).toBeUndefined()
  })
})

describe('an email', () => {
  const to = 'asha@people.example'

  test('needs a request that has spent a budget of its purpose', async () => {
    await expect(inRequest('one', () => limits.countEmail('order', to))).rejects.toThrow(
      'No budget was spent for an email with the purpose order',
    )
    await inRequest('two', async () => {
      await limits.spend('order', '203.0.113.1')
      await limits.countEmail('order', to)
    })
    await inRequest('three', async () => {
      await limits.claim('registration', 'asha', from('203.0.113.1'))
      await limits.countEmail('registration', to)
    })
  })

  test('is rejected when the budget of its recipient is exhausted', async () => {
    await times(5, () => limits.countEmail('invitation', to))
    await expect(limits.countEmail('invitation', to)).rejects.toMatchObject({ ...rejection, retryAfterSeconds: 3600 })
    await limits.countEmail('invitation', 'maya@people.example')
  })

  test('to one mailbox has one budget for all spellings of the address', () => {
    const keys = ['asha@people.example', 'ASHA@People.Example', 'asha+one+two@people.example', 'ａsha@people.example']
    expect(new Set(keys.map(recipientKey))).toEqual(new Set([hashSecret('asha@people.example')]))
    expect(recipientKey('maya@people.example')).not.toBe(recipientKey(to))
    expect(recipientKey('asha@other.example')).not.toBe(recipientKey(to))
    expect([recipientKey('asha'), recipientKey('')]).toEqual([hashSecret('asha@'), hashSecret('@')])
  })
})

test('an origin has the counted address and the network of the IP address', () => {
  const { address, network } = originOf('subnet-7', '203.0.113.9')
  expect([address, network]).toEqual(['subnet-7', '203.0.113.0/24'])
})
