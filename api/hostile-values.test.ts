import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorBodySchema } from '#api/errors.ts'
import { endpoints } from '#api/index.ts'
import { readRows } from '#platform/db.server.ts'
import { calls, headersOf, type Operation, schemas, targetOf } from '#tests/support/api-calls.ts'
import { fillCompleteShop } from '#tests/support/complete-shop.ts'
import { inFull, isFull } from '#tests/support/full-run.ts'
import { valid } from '#tests/support/fuzz.ts'
import { deepJson, hostileFor, hostileJson, leafAt, leavesOf, oddCsv, withLeaf } from '#tests/support/fuzz-hostile.ts'
import { createFuzzer, type Fuzzer } from '#tests/support/fuzz-shop.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'

/** Set in vitest.config.ts; every failure names it. */
const seed = Number(process.env.FUZZ_SEED)
// Both databases reject the same values, so one is enough by default.
const isEnabled = databaseKind === 'postgres' || process.env.FUZZ_RUNS !== undefined
const isJson = ({ requestBody }: Operation) => requestBody?.content['application/json'] !== undefined

type Values = Record<string, unknown>
type Call = { path: Values; query: Values; header: Values; body: unknown }
type ApiResponse = { status: number; text: string }

let shop: TestShop
let fuzzer: Fuzzer
let knownValues: Record<string, unknown>
const counts = { all: 0, acceptedBases: 0 }

beforeAll(async () => {
  shop = await openTestShop()
  const { knownIds: lists } = await fillCompleteShop(shop)
  const first = Object.fromEntries(Object.entries(lists).map(([name, [value]]) => [name, value]))
  const [ids] = await readRows<Values>(
    shop.db,
    sql`with review as (insert into reviews (product_id, name, rating, description)
          select id, 'Asha', 5, 'Bright.' from products limit 1 returning id),
        picture as (insert into pictures (hash, width, height, color, widths)
          values ('fuzz', 40, 50, '#884422', '{40}') returning id)
        select review.id as "reviewId", picture.id as "pictureId" from review, picture`,
  )
  const banners = { largePictureId: ids?.pictureId, smallPictureId: ids?.pictureId }
  knownValues = {
    ...first,
    ...ids,
    ...banners,
    ...typicalValues,
    productId: first.productId,
    productIds: [first.productId],
  }
})
afterAll(() => shop.close())

/** Valid values by field name. */
const typicalValues = {
  country: 'Nepal',
  email: 'jon@people.example',
  to: 'jon@people.example',
  phone: '9800000000',
  phoneNumber: '9800000000',
  currentPassword: 'Himalaya-2026',
  password: 'Himalaya-2026',
  confirmPassword: 'Himalaya-2026',
  relatedIds: [],
  readIds: [],
  productAttributeId: undefined,
  instagram: 'https://www.instagram.com/alpine',
  facebook: 'https://www.facebook.com/alpine',
  webhookUrl: '',
  link: '/shop',
  emailSender: 'ALPINE <hello@shop.example>',
}

/** Some calls are accepted only for one order status, which is set before each request. */
const prepare: Record<string, () => Promise<unknown>> = {
  'post /api/admin/orders/{orderId}/moves': () => shop.db.execute(sql`update orders set status = 1`),
}
const line = { unit: 'piece', quantity: 5, tiers: [{ from: 1, price: 900, priceInUSD: 7 }] }
const quote = () => ({ lines: [{ ...line, productId: knownValues.productId }] })
/** Values that depend on each other, which a schema of single fields cannot describe. */
const examples: Record<string, () => Values> = {
  'post /api/admin/orders/{orderId}/moves': () => ({ from: 'Confirmed', to: 'Shipped' }),
  'post /api/admin/quotes': quote,
  'put /api/admin/quotes/{quoteId}': quote,
  'put /api/admin/products/{productId}': () => ({ attributes: [] }),
  'post /api/admin/products/{productId}/stock': () => ({ variantId: null, stock: 6, stockRead: 5 }),
  'put /api/admin/products/{productId}/quick': () => ({ stock: 5, stockRead: 5 }),
}

/** Replaces generated ids with existing ones, at every depth. */
function withKnown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKnown)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'slug' ? inner : (knownValues[name] ?? withKnown(inner)),
    ]),
  )
}

/** A call with every parameter and property that its own schemas accept. */
function acceptedCall(name: string, operation: Operation): Call | undefined {
  const endpoint = endpoints.find(({ method, path }) => name === `${method} /api${path}`)
  const parametersIn = (place: 'path' | 'query' | 'header') =>
    fc.record(
      Object.fromEntries(
        operation.parameters
          .filter((each) => each.in === place)
          .map((each) => [each.name, valid(each.schema, schemas)]),
      ),
    )
  const call = fc.record({
    path: parametersIn('path'),
    query: parametersIn('query'),
    header: parametersIn('header'),
    body: isJson(operation)
      ? valid(operation.requestBody?.content['application/json']?.schema, schemas)
      : fc.constant(undefined),
  })
  const samples = (numRuns: number) =>
    fc.sample(call, { seed, numRuns }).map((sample): Call => {
      const body = withKnown(sample.body)
      return {
        path: withKnown(sample.path) as Values,
        query: sample.query,
        header: sample.header,
        body: body && { ...body, ...examples[name]?.() },
      }
    })
  const isAccepted = ({ body }: Call) => !endpoint?.body || endpoint.body.safeParse(body).success
  const few = samples(5)
  return few.find(isAccepted) ?? samples(200).find(isAccepted) ?? few[0]
}

/** A short run uses one of six values, chosen by the seed. */
const sampleOf = (values: unknown[], leafIndex: number) =>
  isFull ? values : values.filter((_, index) => (index + leafIndex + seed) % 6 === 0)

let slugs = 0

/** A unique slug, so that a call is not rejected as a duplicate of an earlier one. */
function withOwnSlug(call: Call): Call {
  const body = call.body as Values | undefined
  return typeof body?.slug === 'string' ? { ...call, body: { ...body, slug: `slug-${++slugs}` } } : call
}

async function send(verb: string, path: string, call: Call): Promise<ApiResponse> {
  const headers: Record<string, string> = { ...headersOf(call.header), Authorization: `Bearer ${fuzzer.token}` }
  const hasBody = call.body !== undefined
  if (hasBody) headers['Content-Type'] = 'application/json'
  const body = typeof call.body === 'string' ? call.body : hasBody ? hostileJson(call.body) : null
  const response = await shop.fetch(targetOf(path, call.path, call.query), {
    method: verb.toUpperCase(),
    headers,
    body,
  })
  counts.all++
  return { status: response.status, text: await response.text() }
}

const conflictSchema = z.object({ current: z.object({ version: z.unknown() }).optional() })

/** Repeats a call with the current version after a version conflict. */
async function sendCurrent(verb: string, path: string, call: Call): Promise<ApiResponse> {
  await prepare[`${verb} ${path}`]?.()
  const response = await send(verb, path, call)
  const version = response.status === 409 ? conflictSchema.parse(JSON.parse(response.text)).current?.version : undefined
  if (version === undefined) return response
  return send(verb, path, { ...call, body: { ...(call.body as Values), version } })
}

/** Log entries of values that a schema should have rejected. */
function rejectedByDatabase(): string[] {
  return shop
    .logged()
    .split('\n')
    .filter((entry) => entry.includes('passed its schema'))
}

function expectNoFailure({ status, text }: ApiResponse, description: string): void {
  if (status >= 500)
    throw new Error(`${description} (seed ${seed}): ${status} ${shop.logged().split('\n').slice(-4).join()}`)
  if (status >= 400) errorBodySchema.parse(JSON.parse(text))
}

describe.runIf(isEnabled).each(calls)('$verb $path', ({ verb, path, operation }) => {
  test('never responds with 500 to one hostile value in an otherwise valid call', async () => {
    fuzzer = await createFuzzer(shop, 'Owner')
    Object.assign(knownValues, { userId: fuzzer.userId, id: fuzzer.userId, addressId: fuzzer.addressId })
    const call = acceptedCall(`${verb} ${path}`, operation)
    if (!call || path.includes('logout') || (verb === 'delete' && path.includes('userdetails'))) return
    const failures: string[] = []
    for (const [leafIndex, leaf] of leavesOf(call).entries()) {
      for (const value of sampleOf(hostileFor(leafAt(call, leaf)), leafIndex)) {
        const description = `${leaf.join('.')} = ${JSON.stringify(value).slice(0, 60)}`
        const response = await sendCurrent(verb, path, withLeaf(withOwnSlug(call), leaf, value))
        try {
          expectNoFailure(response, description)
        } catch (error) {
          failures.push(String(error))
        }
      }
    }
    expect(failures).toEqual([])
    expect(rejectedByDatabase()).toEqual([])
    if ((await sendCurrent(verb, path, withOwnSlug(call))).status < 400) counts.acceptedBases++
  }, 60_000)

  test.runIf(isJson(operation))('rejects a body nested 100,000 levels deep', async () => {
    const call = acceptedCall(`${verb} ${path}`, operation)
    if (!call) return
    for (const body of [deepJson, `{"lines":${deepJson}}`]) {
      const response = await send(verb, path, { ...call, body })
      expectNoFailure(response, 'deep nesting')
      expect(response.status).toBeGreaterThanOrEqual(400)
    }
  })
})

describe.runIf(isEnabled)('a CSV file with invalid quoting', () => {
  test.each(oddCsv.map((text) => [text.slice(0, 30), text]))('%j is rejected', async (_, text) => {
    fuzzer = await createFuzzer(shop, 'Owner')
    const headers = { Authorization: `Bearer ${fuzzer.token}`, 'Content-Type': 'text/csv' }
    const { status, body } = await shop.json('/api/admin/products/import', { method: 'POST', headers, body: text })
    if (status === 200) expect(body).toMatchObject({ applied: false, wrong: expect.toSatisfy((count) => count > 0) })
    else expect(status).toBe(400)
    expect(rejectedByDatabase()).toEqual([])
  })
})

test.runIf(isEnabled)('most calls succeed before a value is replaced', () => {
  expect(counts.acceptedBases / calls.length).toBeGreaterThan(0.5)
  expect(counts.all).toBeGreaterThan(inFull(1_000, 300))
})
