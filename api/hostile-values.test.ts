import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorBodySchema } from '#api/errors.ts'
import { endpoints } from '#api/index.ts'
import { readRows } from '#platform/db.server.ts'
import { calls, headersOf, type Operation, schemas, targetOf } from '#tests/support/api-calls.ts'
import { fillShop } from '#tests/support/filled-shop.ts'
import { inFull, isFull } from '#tests/support/full.ts'
import { valid } from '#tests/support/fuzz.ts'
import { deepJson, hostileFor, hostileJson, leafAt, leavesOf, oddCsv, withLeaf } from '#tests/support/fuzz-hostile.ts'
import { fuzzer, type Who } from '#tests/support/fuzz-shop.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'

/** Chosen in vitest.config.ts; every failure names it. */
const seed = Number(process.env.FUZZ_SEED)
// Both databases refuse the same values: one of them is enough for every day.
const isPlayed = databaseKind === 'postgres' || process.env.FUZZ_RUNS !== undefined
const isJson = ({ requestBody }: Operation) => requestBody?.content['application/json'] !== undefined

type Values = Record<string, unknown>
type Call = { path: Values; query: Values; header: Values; body: unknown }
type Answer = { status: number; text: string }

let shop: TestShop
let who: Who
let known: Record<string, unknown>
const seen = { all: 0, acceptedBases: 0 }

beforeAll(async () => {
  shop = await openTestShop()
  const { known: lists } = await fillShop(shop)
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
  known = { ...first, ...ids, ...banners, ...typed, productId: first.productId, productIds: [first.productId] }
})
afterAll(() => shop.close())

/** What people type, by the names of the fields. */
const typed = {
  country: 'Nepal',
  email: 'jon@people.example',
  to: 'jon@people.example',
  phone: '9800000000',
  phoneNumber: '9800000000',
  currentPassword: 'Himalaya-2026',
  password: 'Himalaya-2026',
  confirmPassword: 'Himalaya-2026',
  relatedIds: [],
  productAttributeId: undefined,
  instagram: 'https://www.instagram.com/alpine',
  facebook: 'https://www.facebook.com/alpine',
  mailSender: 'ALPINE <hello@shop.example>',
}

/** A call that is accepted only in one state is put back into it before each request. */
const prepare: Record<string, () => Promise<unknown>> = {
  'post /api/admin/orders/{orderId}/moves': () => shop.db.execute(sql`update orders set status = 1`),
}
const line = { unit: 'piece', quantity: 5, tiers: [{ from: 1, price: 900, priceInUSD: 7 }] }
const quote = () => ({ lines: [{ ...line, productId: known.productId }] })
/** Values that depend on each other, which a schema of single fields cannot describe. */
const examples: Record<string, () => Values> = {
  'post /api/admin/orders/{orderId}/moves': () => ({ from: 'Confirmed', to: 'Shipped' }),
  'post /api/admin/quotes': quote,
  'put /api/admin/quotes/{quoteId}': quote,
  'put /api/admin/products/{productId}': () => ({ attributes: [] }),
  'put /api/admin/products/{productId}/quick': () => ({ stock: 5, stockRead: 5 }),
}

/** Known ids in place of made-up ones, at every depth. */
function withKnown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKnown)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'slug' ? inner : (known[name] ?? withKnown(inner))]),
  )
}

/** A whole call with every parameter and property, which its own schemas accept. */
function acceptedCall(name: string, operation: Operation): Call | undefined {
  const endpoint = endpoints.find(({ method, path }) => name === `${method} /api${path}`)
  const place = (where: 'path' | 'query' | 'header') =>
    fc.record(
      Object.fromEntries(
        operation.parameters
          .filter((each) => each.in === where)
          .map((each) => [each.name, valid(each.schema, schemas)]),
      ),
    )
  const call = fc.record({
    path: place('path'),
    query: place('query'),
    header: place('header'),
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

/** In short one of six values, each time others: the seed says which. */
const chosenFrom = (values: unknown[], place: number) =>
  isFull ? values : values.filter((_, index) => (index + place + seed) % 6 === 0)

let slugs = 0

/** So that a call is not refused because an earlier one has taken its slug. */
function withOwnSlug(call: Call): Call {
  const body = call.body as Values | undefined
  return typeof body?.slug === 'string' ? { ...call, body: { ...body, slug: `slug-${++slugs}` } } : call
}

async function send(verb: string, path: string, call: Call): Promise<Answer> {
  const headers: Record<string, string> = { ...headersOf(call.header), Authorization: `Bearer ${who.token}` }
  const hasBody = call.body !== undefined
  if (hasBody) headers['Content-Type'] = 'application/json'
  const body = typeof call.body === 'string' ? call.body : hasBody ? hostileJson(call.body) : null
  const response = await shop.fetch(targetOf(path, call.path, call.query), {
    method: verb.toUpperCase(),
    headers,
    body,
  })
  seen.all++
  return { status: response.status, text: await response.text() }
}

const conflictSchema = z.object({ current: z.object({ version: z.unknown() }).optional() })

/** An edit of an older version is sent again with the version that the conflict names. */
async function sendCurrent(verb: string, path: string, call: Call): Promise<Answer> {
  await prepare[`${verb} ${path}`]?.()
  const answer = await send(verb, path, call)
  const version = answer.status === 409 ? conflictSchema.parse(JSON.parse(answer.text)).current?.version : undefined
  if (version === undefined) return answer
  return send(verb, path, { ...call, body: { ...(call.body as Values), version } })
}

/** A value that only the database refused has passed a schema that should have refused it. */
function refusedByDatabase(): string[] {
  return shop
    .logged()
    .split('\n')
    .filter((entry) => entry.includes('passed its schema'))
}

function expectNoFailure({ status, text }: Answer, what: string): void {
  if (status >= 500) throw new Error(`${what} (seed ${seed}): ${status} ${shop.logged().split('\n').slice(-4).join()}`)
  if (status >= 400) errorBodySchema.parse(JSON.parse(text))
}

describe.runIf(isPlayed).each(calls)('$verb $path', ({ verb, path, operation }) => {
  test('answers no 500 to one hostile value in an otherwise valid call', async () => {
    who = await fuzzer(shop, 'Admin')
    Object.assign(known, { userId: who.userId, id: who.userId, addressId: who.addressId })
    const call = acceptedCall(`${verb} ${path}`, operation)
    if (!call || path.includes('logout') || (verb === 'delete' && path.includes('userdetails'))) return
    const failures: string[] = []
    for (const [place, leaf] of leavesOf(call).entries()) {
      for (const value of chosenFrom(hostileFor(leafAt(call, leaf)), place)) {
        const what = `${leaf.join('.')} = ${JSON.stringify(value).slice(0, 60)}`
        const answer = await sendCurrent(verb, path, withLeaf(withOwnSlug(call), leaf, value))
        try {
          expectNoFailure(answer, what)
        } catch (error) {
          failures.push(String(error))
        }
      }
    }
    expect(failures).toEqual([])
    expect(refusedByDatabase()).toEqual([])
    if ((await sendCurrent(verb, path, withOwnSlug(call))).status < 400) seen.acceptedBases++
  }, 60_000)

  test.runIf(isJson(operation))('answers 400 to a body nested 100,000 deep', async () => {
    const call = acceptedCall(`${verb} ${path}`, operation)
    if (!call) return
    for (const body of [deepJson, `{"lines":${deepJson}}`]) {
      const answer = await send(verb, path, { ...call, body })
      expectNoFailure(answer, 'deep nesting')
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
  })
})

describe.runIf(isPlayed)('a CSV file with odd quoting', () => {
  test.each(oddCsv.map((text) => [text.slice(0, 30), text]))('%j is refused', async (_, text) => {
    who = await fuzzer(shop, 'Admin')
    const headers = { Authorization: `Bearer ${who.token}`, 'Content-Type': 'text/csv' }
    const { status, body } = await shop.json('/api/admin/products/import', { method: 'POST', headers, body: text })
    if (status === 200) expect(body).toMatchObject({ applied: false, wrong: expect.toSatisfy((count) => count > 0) })
    else expect(status).toBe(400)
    expect(refusedByDatabase()).toEqual([])
  })
})

test.runIf(isPlayed)('most calls are accepted before a value is replaced', () => {
  expect(seen.acceptedBases / calls.length).toBeGreaterThan(0.5)
  expect(seen.all).toBeGreaterThan(inFull(1_000, 300))
})
