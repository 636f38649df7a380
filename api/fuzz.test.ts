import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBodySchema } from '#api/errors.ts'
import { calls, headersOf, type Operation, type Parameter, schemas, targetOf } from '#tests/support/api-calls.ts'
import { fillShop } from '#tests/support/filled-shop.ts'
import { inFull } from '#tests/support/full.ts'
import { sent, wild } from '#tests/support/fuzz.ts'
import { fuzzer, uploads, type Who } from '#tests/support/fuzz-shop.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'

/** `FUZZ_RUNS` makes more, `FUZZ_SEED` repeats a run: every failure names its seed. */
const runs = Number(process.env.FUZZ_RUNS ?? inFull(24, 4))
// Both databases understand the same SQL: for every day one of them is enough.
const isPlayed = databaseKind === 'postgres' || process.env.FUZZ_RUNS !== undefined
const seed = Number(process.env.FUZZ_SEED)
const longestMs = Number(process.env.FUZZ_MS ?? 4_000)

const seen = { all: 0, well: 0 }

let shop: TestShop
let known: Record<string, unknown[]>
beforeAll(async () => {
  shop = await openTestShop()
  known = (await fillShop(shop)).known
})
afterAll(() => shop.close())

type Said = {
  who: Who | undefined
  target: string
  headers: Record<string, string>
  body: { type: string; body: string | FormData } | undefined
}

/** Ids and names that exist, now and then, so that a call gets further than its door. */
function withKnown(name: string, value: fc.Arbitrary<unknown>, who: Who): fc.Arbitrary<unknown> {
  const own: Record<string, unknown[]> = {
    ...known,
    userId: [who.userId],
    id: [who.userId],
    addressId: [who.addressId],
  }
  const real = own[name]
  return real ? fc.oneof(fc.constantFrom(...real), value) : value
}

function requests(path: string, { parameters, requestBody }: Operation, who: Who): fc.Arbitrary<Said> {
  const valuesIn = (place: Parameter['in']) => {
    const wanted = parameters.filter((each) => each.in === place)
    const model = wanted.map(({ name, schema }) => [name, withKnown(name, sent(schema, schemas), who)] as const)
    return fc.record(Object.fromEntries(model), place === 'path' ? {} : { requiredKeys: [] })
  }
  const [type = '', json] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const asJson = fc.oneof(
    { weight: 12, arbitrary: sent(json?.schema, schemas).map((value) => JSON.stringify(realIds(value, who)) ?? '') },
    { weight: 1, arbitrary: wild.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.string() },
  )
  const body =
    type === 'application/json' ? asJson.map((text) => ({ type, body: text })) : uploads(type, known.productId ?? [])
  return fc
    .record({
      who: fc.oneof({ weight: 4, arbitrary: fc.constant(who) }, { weight: 1, arbitrary: fc.constant(undefined) }),
      path: valuesIn('path'),
      query: valuesIn('query'),
      headers: valuesIn('header'),
      body: requestBody ? body : fc.constant(undefined),
    })
    .map(({ who: sender, body: content, ...said }) => ({
      who: sender,
      target: targetOf(path, said.path, said.query),
      headers: headersOf(said.headers),
      body: content,
    }))
}

function realIds(value: unknown, who: Who): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const own: Record<string, unknown> = {
    userId: who.userId,
    id: who.userId,
    addressId: who.addressId,
    version: known.version?.[0],
  }
  const isPlain = (each: unknown) => typeof each === 'string' || typeof each === 'number'
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isPlain(each) ? (own[name] ?? each) : each]),
  )
}

/** With one seed for all of them they would draw alike, and now and then all be sent by strangers. */
const seeded = calls.map((call, place) => ({ ...call, seed: seed + place }))

describe.runIf(isPlayed).each(seeded)('$verb $path', ({ verb, path, operation, seed: callSeed }) => {
  const expected = Object.keys(operation.responses).map(Number).find(Boolean)

  test('never fails, and answers as its schema says', async () => {
    for (const role of ['Customer', 'Admin'] as const) {
      const who = await fuzzer(shop, role)
      const property = fc.asyncProperty(requests(path, operation, who), async (said) => {
        const headers: Record<string, string> = { ...said.headers }
        if (said.who) headers.Authorization = `Bearer ${said.who.token}`
        // A form says itself where its parts begin.
        if (typeof said.body?.body === 'string') headers['Content-Type'] = said.body.type
        const init = { method: verb.toUpperCase(), headers, body: said.body?.body ?? null }
        const response = await shop.fetch(said.target, init)
        const answer = await response.text()
        seen.all++
        if (response.ok) seen.well++
        // In tests every answer is held against its schema before it is sent, and would be a 500 here.
        if (response.status >= 500)
          throw new Error(`${response.status}: ${shop.logged().split('\n').slice(-4).join('\n')}`)
        if (response.status >= 400) errorBodySchema.parse(JSON.parse(answer))
        else expect([expected, 302]).toContain(response.status)
      })
      await fc.assert(property, {
        seed: callSeed,
        numRuns: Math.ceil(runs / 2),
        interruptAfterTimeLimit: longestMs / 2,
        endOnFailure: true,
      })
    }
  }, 60_000)
})

test.runIf(isPlayed)('a good part of what was sent came through', () => {
  expect(seen.all).toBeGreaterThanOrEqual(inFull(2_000, 300))
  expect(seen.well / seen.all).toBeGreaterThan(0.1)
})

test.runIf(isPlayed)('no value passed a schema that only the database refused', () => {
  const refused = shop
    .logged()
    .split('\n')
    .filter((entry) => entry.includes('passed its schema'))
  expect(refused, `seed ${seed}`).toEqual([])
})

test('nobody became an owner by it, and nothing is for sale below nothing', async () => {
  // Whom an admin invited has no password yet.
  const { rows } = (await shop.db.execute(
    sql`select (select count(*)::int from users where role <> 'Customer' and password_hash is not null
                and username not like 'FuzzAdmin%' and username <> 'MayaOwner') as owners,
          (select count(*)::int from products where stock < 0) as short`,
  )) as unknown as { rows: unknown[] }
  expect(rows).toEqual([{ owners: 0, short: 0 }])
  expect(({} as { role?: string }).role).toBeUndefined()
})
