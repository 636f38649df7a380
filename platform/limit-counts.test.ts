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

const refusal = { code: 'tooMany' }

describe('a budget', () => {
  test('refuses the next call with the seconds until it is whole again, and then takes calls', async () => {
    const spend = () => limits.spend('enquiry', '203.0.113.1')
    await times(10, spend)
    const tooFast = 'That was a little too fast. Please wait a moment and try again.'
    await expect(spend()).rejects.toMatchObject({ ...refusal, message: tooFast, retryAfterSeconds: 600 })
    vi.advanceTimersByTime(10 * minute - 1500)
    await expect(spend()).rejects.toMatchObject({ retryAfterSeconds: 2 })
    vi.advanceTimersByTime(1500)
    await spend()
  })

  test('says what its rule says', async () => {
    const spend = () => limits.spend('unconfirmedOrder', { account: 'asha' })
    await times(20, spend)
    await expect(spend()).rejects.toMatchObject({ ...refusal, message: limitRules.unconfirmedOrder.message })
    const ask = () => limits.spendOpen('confirmation', 'asha', from('203.0.113.1'))
    await times(5, ask)
    await expect(ask()).rejects.toMatchObject({ ...refusal, message: expect.stringContaining('spam folder') })
  })

  test.each([
    ['address', 20],
    ['network', 100],
    ['account', 20],
  ] as const)('of each %s is its own', async (scope, most) => {
    const spend = (key: string) => limits.spend('review', { [scope]: key })
    await times(most, () => spend('one'))
    await expect(spend('one')).rejects.toMatchObject(refusal)
    await spend('other')
  })

  test('that is spent leaves those after it whole', async () => {
    await times(20, () => limits.spend('review', { address: 'a' }))
    await times(100, () => limits.allows('review', { address: 'a', network: 'n' }))
    await limits.spend('review', { address: 'b', network: 'n' })
  })

  test('can be asked whether it had one left', async () => {
    const who = { account: 'asha' }
    await times(9, () => limits.spend('passwordCheck', who))
    expect([await limits.allows('passwordCheck', who), await limits.allows('passwordCheck', who)]).toEqual([
      true,
      false,
    ])
  })

  test.each(['address', 'network', 'account'] as const)('of an %s gets back what was harmless', async (scope) => {
    const who = { [scope]: 'one' }
    const most = limitRules.review[scope]?.points ?? 0
    await times(most, () => limits.spend('review', who))
    await limits.giveBack('review', who)
    expect([await limits.allows('review', who), await limits.allows('review', who)]).toEqual([true, false])
  })

  test('grows and shrinks with the factor, and never below one', async () => {
    const most = async (factor: string) => {
      const { allows } = inMemory(factor)
      let spent = 0
      while (await allows('enquiry', { address: 'a' })) spent++
      return spent
    }
    expect([await most('0.001'), await most('0.26'), await most('2')]).toEqual([1, 3, 20])
  })

  test('that a purpose does not have refuses nothing', async () => {
    expect(await limits.allows('api', { account: 'asha' })).toBe(true)
    await limits.giveBack('api', { account: 'asha' })
    await limits.clear('api', 'asha', from('203.0.113.1'))
    const { retryAfterSeconds, giveBack } = await limits.claim('api', 'asha', from('203.0.113.1'))
    expect(retryAfterSeconds).toBeUndefined()
    await giveBack()
  })
})

describe('an open budget', () => {
  const claim = async (origin: ReturnType<typeof from>, key = 'asha') =>
    (await limits.claim('login', key, origin)).retryAfterSeconds
  const attack = async (origins: ReturnType<typeof from>[], key = 'asha') => {
    for (const origin of origins) await claim(origin, key)
  }

  test('gives one network ten tries, and each newcomer of it one more, three in all', async () => {
    const caller = from('203.0.113.1')
    for (let n = 0; n < 10; n++) expect(await claim(caller)).toBeUndefined()
    expect(await claim(caller)).toBe(900)
    const newcomers: (number | undefined)[] = []
    for (const host of [2, 3, 4, 5]) newcomers.push(await claim(from(`203.0.113.${host}`)))
    expect(newcomers).toEqual([undefined, undefined, undefined, 900])
    expect(await claim(from('203.0.113.2'))).toBe(900)
    expect(await claim(from('192.0.2.1'))).toBeUndefined()
  })

  test('gives all networks twenty tries, and five newcomers one each', async () => {
    const tries: (number | undefined)[] = []
    for (const origin of networks(26)) tries.push(await claim(origin))
    expect(tries).toEqual([...Array(25).fill(undefined), 900])
    expect(await claim(from('10.0.7.9'))).toBe(900)
    expect(await claim(from('10.0.7.9'), 'maya')).toBeUndefined()
  })

  test('gives the newcomers of one network three tries a day', async () => {
    const newcomers = async (hosts: number[]) => {
      await attack(networks(20))
      const tries: boolean[] = []
      for (const host of hosts) tries.push((await claim(from(`203.0.113.${host}`))) === undefined)
      return tries
    }
    expect(await newcomers([1, 2, 3])).toEqual([true, true, true])
    vi.advanceTimersByTime(24 * 60 * minute - 1)
    expect(await newcomers([4])).toEqual([false])
    vi.advanceTimersByTime(15 * minute)
    expect(await newcomers([5])).toEqual([true])
  })

  test('is refused with a word where the caller is to be told', async () => {
    const spend = () => limits.spendOpen('login', 'asha', from('203.0.113.1'))
    await times(10, spend)
    await expect(spend()).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining('Forgot password?'),
      retryAfterSeconds: 900,
    })
  })

  test('gets back all that a harmless try used', async () => {
    const caller = from('203.0.113.1')
    for (let n = 0; n < 30; n++) await (await limits.spendOpen('login', 'asha', caller)).giveBack()
    await attack(networks(19))
    expect(await claim(caller)).toBeUndefined()
  })

  test('gets back what a newcomer used of the reserve', async () => {
    await attack(networks(20))
    for (let n = 0; n < 8; n++) {
      const { retryAfterSeconds, giveBack } = await limits.claim('login', 'asha', from('203.0.113.1'))
      expect(retryAfterSeconds).toBeUndefined()
      await giveBack()
    }
  })

  test('gets back from a refused try no more than it used', async () => {
    const caller = from('203.0.113.1')
    await attack([...networks(25), ...Array(2).fill(caller)])
    for (let n = 0; n < 5; n++) await (await limits.claim('login', 'asha', from('203.0.113.2'))).giveBack()
    vi.advanceTimersByTime(15 * minute)
    await attack(networks(20, 50))
    const tries: (number | undefined)[] = []
    for (const host of [3, 4, 5, 6]) tries.push(await claim(from(`203.0.113.${host}`)))
    expect(tries).toEqual([undefined, undefined, undefined, 900])
  })

  test('is whole again for an origin once it is cleared', async () => {
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

  test('makes the address that is cleared a newcomer again', async () => {
    const caller = from('203.0.113.1')
    await attack([caller])
    await limits.clear('login', 'asha', caller)
    await attack(networks(20))
    expect(await claim(caller)).toBeUndefined()
  })
})

describe('an email', () => {
  const to = 'asha@people.example'

  test('needs a request that was counted for its purpose, by whichever budget', async () => {
    await expect(inRequest('one', () => limits.countMail('order', to))).rejects.toThrow(
      'An email without a budget: order',
    )
    await inRequest('two', async () => {
      await limits.spend('order', '203.0.113.1')
      await limits.countMail('order', to)
    })
    await inRequest('three', async () => {
      await limits.claim('registration', 'asha', from('203.0.113.1'))
      await limits.countMail('registration', to)
    })
  })

  test('is refused where its recipient has had enough', async () => {
    await times(5, () => limits.countMail('invitation', to))
    await expect(limits.countMail('invitation', to)).rejects.toMatchObject({ ...refusal, retryAfterSeconds: 3600 })
    await limits.countMail('invitation', 'maya@people.example')
  })

  test('to one mailbox is counted as one, however its address is written', () => {
    const keys = ['asha@people.example', 'ASHA@People.Example', 'asha+one+two@people.example', 'ａsha@people.example']
    expect(new Set(keys.map(recipientKey))).toEqual(new Set([hashSecret('asha@people.example')]))
    expect(recipientKey('maya@people.example')).not.toBe(recipientKey(to))
    expect(recipientKey('asha@other.example')).not.toBe(recipientKey(to))
    expect([recipientKey('asha'), recipientKey('')]).toEqual([hashSecret('asha@'), hashSecret('@')])
  })
})

test('an origin is an address, or a line, and the network around the address', () => {
  const { address, network } = originOf('line-7', '203.0.113.9')
  expect([address, network]).toEqual(['line-7', '203.0.113.0/24'])
})
