import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBodySchema } from '#api/errors.ts'
import { calls, headersOf, type Operation, type Parameter, schemas, targetOf } from '#tests/support/api-calls.ts'
import { fillCompleteShop } from '#tests/support/complete-shop.ts'
import { inFull } from '#tests/support/full-run.ts'
import { mostlyValid, wild } from '#tests/support/fuzz.ts'
import { createFuzzer, type Fuzzer, uploads } from '#tests/support/fuzz-shop.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'

/** `FUZZ_RUNS` sets the number of runs, `FUZZ_SEED` repeats a run. Every failure names its seed. */
const runs = Number(process.env.FUZZ_RUNS ?? inFull(24, 4))
// Both databases understand the same SQL, so one is enough by default.
const isEnabled = databaseKind === 'postgres' || process.env.FUZZ_RUNS !== undefined
const seed = Number(process.env.FUZZ_SEED)
const maxMs = Number(process.env.FUZZ_MS ?? 4_000)

const counts = { all: 0, successful: 0 }

let shop: TestShop
let knownIds: Record<string, unknown[]>
beforeAll(async () => {
  shop = await openTestShop()
  knownIds = (await fillCompleteShop(shop)).knownIds
})
afterAll(() => shop.close())

type FuzzRequest = {
  sender: Fuzzer | undefined
  target: string
  headers: Record<string, string>
  body: { type: string; body: string | FormData } | undefined
}

/** Mixes in existing ids and names, so that some calls get past the first checks. */
function withKnown(name: string, value: fc.Arbitrary<unknown>, fuzzer: Fuzzer): fc.Arbitrary<unknown> {
  const existing: Record<string, unknown[]> = {
    ...knownIds,
    userId: [fuzzer.userId],
    id: [fuzzer.userId],
    addressId: [fuzzer.addressId],
  }
  const values = existing[name]
  return values ? fc.oneof(fc.constantFrom(...values), value) : value
}

function requests(path: string, { parameters, requestBody }: Operation, fuzzer: Fuzzer): fc.Arbitrary<FuzzRequest> {
  const valuesIn = (place: Parameter['in']) => {
    const placed = parameters.filter((each) => each.in === place)
    const model = placed.map(
      ({ name, schema }) => [name, withKnown(name, mostlyValid(schema, schemas), fuzzer)] as const,
    )
    return fc.record(Object.fromEntries(model), place === 'path' ? {} : { requiredKeys: [] })
  }
  const [type = '', json] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const asJson = fc.oneof(
    {
      weight: 12,
      arbitrary: mostlyValid(json?.schema, schemas).map((value) => JSON.stringify(withOwnIds(value, fuzzer)) ?? ''),
    },
    { weight: 1, arbitrary: wild.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.string() },
  )
  const body =
    type === 'application/json' ? asJson.map((text) => ({ type, body: text })) : uploads(type, knownIds.productId ?? [])
  return fc
    .record({
      sender: fc.oneof({ weight: 4, arbitrary: fc.constant(fuzzer) }, { weight: 1, arbitrary: fc.constant(undefined) }),
      path: valuesIn('path'),
      query: valuesIn('query'),
      headers: valuesIn('header'),
      body: requestBody ? body : fc.constant(undefined),
    })
    .map(({ sender, body: content, ...values }) => ({
      sender,
      target: targetOf(path, values.path, values.query),
      headers: headersOf(values.headers),
      body: content,
    }))
}

function withOwnIds(value: unknown, fuzzer: Fuzzer): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const ownIds: Record<string, unknown> = {
    userId: fuzzer.userId,
    id: fuzzer.userId,
    addressId: fuzzer.addressId,
    version: knownIds.version?.[0],
  }
  const isPlain = (each: unknown) => typeof each === 'string' || typeof each === 'number'
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isPlain(each) ? (ownIds[name] ?? each) : each]),
  )
}

/** A different seed for each call; with one seed all calls would draw the same values and the same sender. */
const seeded = calls.map((call, index) => ({ ...call, seed: seed + index }))

describe.runIf(isEnabled).each(seeded)('$verb $path', ({ verb, path, operation, seed: callSeed }) => {
  const expected = Object.keys(operation.responses).map(Number).find(Boolean)

  test('never responds with 500, and follows its schema', async () => {
    for (const role of ['Customer', 'Owner'] as const) {
      const fuzzer = await createFuzzer(shop, role)
      const property = fc.asyncProperty(requests(path, operation, fuzzer), async (request) => {
        const headers: Record<string, string> = { ...request.headers }
        if (request.sender) headers.Authorization = `Bearer ${request.sender.token}`
        // `fetch` sets the content type of a form, with its boundary.
        if (typeof request.body?.body === 'string') headers['Content-Type'] = request.body.type
        const init = { method: verb.toUpperCase(), headers, body: request.body?.body ?? null }
        const response = await shop.fetch(request.target, init)
        const text = await response.text()
        counts.all++
        if (response.ok) counts.successful++
        // In test mode every response is checked against its schema, and a mismatch is a 500.
        if (response.status >= 500)
          throw new Error(`${response.status}: ${shop.logged().split('\n').slice(-4).join('\n')}`)
        if (response.status >= 400) errorBodySchema.parse(JSON.parse(text))
        else expect([expected, 302]).toContain(response.status)
      })
      await fc.assert(property, {
        seed: callSeed,
        numRuns: Math.ceil(runs / 2),
        interruptAfterTimeLimit: maxMs / 2,
        endOnFailure: true,
      })
    }
  }, 60_000)
})

test.runIf(isEnabled)('at least a tenth of the requests succeeds', () => {
  expect(counts.all).toBeGreaterThanOrEqual(inFull(2_000, 300))
  expect(counts.successful / counts.all).toBeGreaterThan(0.1)
})

test.runIf(isEnabled)('no value passes its schema and is then rejected by the database', () => {
  const rejected = shop
    .logged()
    .split('\n')
    .filter((entry) => entry.includes('passed its schema'))
  expect(rejected, `seed ${seed}`).toEqual([])
})

test('creates no admin account and no negative stock', async () => {
  // Invited staff members have no password yet.
  const { rows } = (await shop.db.execute(
    sql`select (select count(*)::int from users where role <> 'Customer' and password_hash is not null
                and username not like 'FuzzOwner%' and username <> 'MayaOwner') as owners,
          (select count(*)::int from products where stock < 0) as short`,
  )) as unknown as { rows: unknown[] }
  expect(rows).toEqual([{ owners: 0, short: 0 }])
  expect(({} as { role?: string }).role).toBeUndefined()
})
