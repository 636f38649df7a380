import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#api/index.ts'
import { serverRoutes } from '#server/app.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

/** Who may call each endpoint. A new endpoint must be added here with its audience. */
const accessList: [method: string, path: string, audience: string][] = [
  ['get', '/product', 'public'],
  ['get', '/product/search', 'public'],
  ['get', '/product/category/{category}', 'public'],
  ['get', '/product/tags/{tag}', 'public'],
  ['get', '/product/{slug}', 'public'],
  ['get', '/blogs', 'public'],
  ['get', '/blogs/{slug}', 'public'],
  ['get', '/Testimonials', 'public'],
  ['post', '/GetInTouch', 'public'],
  ['post', '/BulkBuying', 'public'],
  ['get', '/location', 'public'],
  ['post', '/authentication/login', 'public'],
  ['post', '/authentication/register', 'public'],
  ['post', '/authentication/logout', 'public'],
  ['post', '/authentication/logout-everywhere', 'customer'],
  ['post', '/authentication/forgot-password', 'public'],
  ['post', '/authentication/reset-password', 'public'],
  ['get', '/authentication/confirm-email', 'public'],
  ['post', '/authentication/resend-confirmation', 'public'],
  ['post', '/authentication/change-password', 'customer'],
  ['get', '/authentication/signin-google', 'public'],
  ['get', '/authentication/callback', 'public'],
  ['post', '/authentication/session', 'public'],
  ['get', '/userdetails/{id}', 'customer'],
  ['put', '/userdetails/{id}', 'customer'],
  ['get', '/userdetails/{id}/data', 'customer'],
  ['delete', '/userdetails/{id}', 'customer'],
  ['get', '/addresses/user/{userId}/alladdresses', 'customer'],
  ['post', '/addresses', 'customer'],
  ['put', '/addresses/{addressId}', 'customer'],
  ['put', '/addresses/{addressId}/default', 'customer'],
  ['delete', '/addresses/{addressId}', 'customer'],
  ['get', '/ShoppingCart/userId/{userId}', 'customer'],
  ['post', '/ShoppingCart/CartItem', 'customer'],
  ['put', '/ShoppingCart/Upsert', 'customer'],
  ['delete', '/ShoppingCart/CartItem/{cartItemId}', 'customer'],
  ['put', '/ShoppingCart/DiscountCode', 'customer'],
  ['delete', '/ShoppingCart/DiscountCode', 'customer'],
  ['get', '/wishlist/{userId}', 'customer'],
  ['post', '/wishlist/{userId}', 'customer'],
  ['delete', '/wishlist/{userId}/{productId}', 'customer'],
  ['post', '/order', 'customer'],
  ['get', '/order/{userId}', 'customer'],
  ['get', '/order/{userId}/{orderId}', 'customer'],
  ['get', '/order/{userId}/{orderId}/invoices', 'customer'],
  ['post', '/order/{orderId}/cancel', 'customer'],
  ['post', '/order/{orderId}/again', 'customer'],
  ['get', '/admin/me', 'staff'],
  ['get', '/admin/today', 'staff'],
  ['get', '/admin/search', 'staff'],
  ['get', '/admin/audit', 'admin'],
  ['get', '/admin/settings', 'admin'],
  ['put', '/admin/settings', 'admin'],
  ['get', '/admin/notifications/device', 'staff'],
  ['put', '/admin/notifications/device', 'staff'],
  ['delete', '/admin/notifications/device', 'staff'],
  ['post', '/admin/notifications/device/test', 'staff'],
  ['get', '/admin/webhook', 'admin'],
  ['post', '/admin/webhook/secret', 'admin'],
  ['post', '/admin/webhook/test', 'admin'],
  ['get', '/admin/orders', 'staff'],
  ['get', '/admin/orders/{orderId}', 'staff'],
  ['post', '/admin/orders/{orderId}/moves', 'staff'],
  ['post', '/admin/orders/{orderId}/notes', 'staff'],
  ['get', '/admin/orders/{orderId}/invoices/{invoiceId}', 'staff'],
  ['post', '/admin/orders', 'staff'],
  ['post', '/admin/orders/moves', 'staff'],
  ['get', '/admin/printed-orders', 'staff'],
  ['put', '/admin/orders/{orderId}', 'staff'],
  ['put', '/admin/orders/{orderId}/shipment', 'staff'],
  ['post', '/admin/orders/{orderId}/corrections', 'staff'],
  ['post', '/admin/orders/{orderId}/returns', 'staff'],
  ['post', '/admin/orders/{orderId}/payments', 'staff'],
  ['get', '/admin/discounts', 'staff'],
  ['post', '/admin/discounts', 'staff'],
  ['get', '/admin/discounts/{discountId}', 'staff'],
  ['put', '/admin/discounts/{discountId}', 'staff'],
  ['get', '/admin/exports/{report}', 'admin'],
  ['get', '/admin/couriers', 'staff'],
  ['post', '/admin/couriers', 'admin'],
  ['put', '/admin/couriers/{id}', 'admin'],
  ['get', '/admin/cash/ledger', 'staff'],
  ['post', '/admin/cash/closings', 'staff'],
  ['get', '/admin/cash', 'staff'],
  ['get', '/admin/cash/couriers', 'staff'],
  ['get', '/admin/cash/couriers/{courierId}', 'staff'],
  ['get', '/admin/cash/day', 'staff'],
  ['put', '/admin/cash', 'staff'],
  ['get', '/admin/customers', 'staff'],
  ['get', '/admin/customers/{userId}', 'staff'],
  ['get', '/admin/customers/{userId}/addresses', 'staff'],
  ['get', '/admin/customers/{userId}/sales', 'staff'],
  ['post', '/admin/customers/{userId}/notes', 'staff'],
  ['put', '/admin/customers/{userId}/deactivation', 'admin'],
  ['get', '/admin/staff', 'admin'],
  ['post', '/admin/staff', 'admin'],
  ['put', '/admin/staff/{userId}', 'admin'],
  ['post', '/admin/staff/{userId}/invitation', 'admin'],
  ['delete', '/admin/staff/{userId}', 'admin'],
  ['post', '/reviews', 'customer'],
  ['get', '/reviews/{userId}', 'customer'],
  ['get', '/admin/reviews', 'staff'],
  ['put', '/admin/reviews/{reviewId}', 'staff'],
  ['get', '/quotes/{token}', 'public'],
  ['post', '/quotes/{token}/accept', 'customer'],
  ['get', '/admin/quotes', 'staff'],
  ['post', '/admin/quotes', 'staff'],
  ['get', '/admin/quotes/{quoteId}', 'staff'],
  ['put', '/admin/quotes/{quoteId}', 'staff'],
  ['post', '/admin/quotes/{quoteId}/send', 'staff'],
  ['post', '/admin/quotes/{quoteId}/withdraw', 'staff'],
  ['get', '/admin/products', 'staff'],
  ['post', '/admin/products', 'staff'],
  ['get', '/admin/products/export', 'staff'],
  ['post', '/admin/products/import', 'admin'],
  ['get', '/admin/products/{productId}', 'staff'],
  ['put', '/admin/products/{productId}', 'staff'],
  ['put', '/admin/products/{productId}/quick', 'staff'],
  ['post', '/admin/products/{productId}/archive', 'staff'],
  ['post', '/admin/products/{productId}/restore', 'staff'],
  ['post', '/admin/products/{productId}/duplicate', 'staff'],
  ['post', '/admin/pictures', 'staff'],
  ['get', '/admin/enquiries', 'staff'],
  ['get', '/admin/enquiries/{enquiryId}', 'staff'],
  ['put', '/admin/enquiries/{enquiryId}', 'staff'],
  ['post', '/admin/enquiries/{enquiryId}/answers', 'staff'],
  ['get', '/admin/posts', 'staff'],
  ['post', '/admin/posts', 'staff'],
  ['post', '/admin/posts/preview', 'staff'],
  ['get', '/admin/posts/{postId}', 'staff'],
  ['put', '/admin/posts/{postId}', 'staff'],
  ['get', '/admin/testimonials', 'staff'],
  ['put', '/admin/testimonials', 'staff'],
  ['get', '/admin/faqs', 'staff'],
  ['put', '/admin/faqs', 'staff'],
  ['get', '/admin/texts', 'staff'],
  ['put', '/admin/texts', 'staff'],
  ['get', '/admin/banners', 'staff'],
  ['put', '/admin/banners', 'staff'],
  ['get', '/admin/synonyms', 'staff'],
  ['put', '/admin/synonyms', 'staff'],
  ['get', '/admin/emails', 'staff'],
  ['post', '/admin/emails/{emailId}/send', 'staff'],
  ['post', '/admin/emails/{emailId}/set-aside', 'staff'],
]

describe('the access list', () => {
  test('names every endpoint and its audience', () => {
    const declared = endpoints.map(({ method, path, audience }) => [method, path, audience])
    expect(declared.toSorted()).toEqual(accessList.toSorted())
  })

  test('names every other route of the server', () => {
    expect(serverRoutes.map(({ path, audience }) => [path, audience])).toEqual([
      ['/healthz', 'public'],
      ['/readyz', 'public'],
      ['/metrics', 'operator'],
      ['/api/openapi.json', 'public'],
      ['/api/docs', 'public'],
      ['/dev/mailbox/*', 'operator'],
      ['/dev/contact-sheet', 'operator'],
      ['/media/:name', 'public'],
      ['/assets/*', 'public'],
      ['*', 'public'],
    ])
  })
})

describe('the routes that are mounted', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
  })
  afterAll(() => shop.close())

  /** The routes of Hono, without middleware, with its spelling of parameters. */
  const mounted = () =>
    new Set(
      shop.app.routes
        .filter(({ handler, method }) => handler.length < 2 || method !== 'ALL')
        .map(({ method, path }) => `${method} ${path}`),
    )

  test('are those of the access list', () => {
    const inList = accessList.map(([method, path]) => `${method.toUpperCase()} ${honoPath(`/api${path}`)}`)
    const otherRoutes = [
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
      'GET /api/openapi.json',
      'GET /api/docs',
      'ALL /api/*',
      'GET /media/:name',
      'GET /dev/mailbox',
      'GET /dev/mailbox/latest',
      'GET /dev/mailbox/:id',
      'GET /dev/mailbox/:id/html',
      'GET /dev/mailbox/:id/raw',
      'ALL /*',
    ]
    expect([...mounted()].sort()).toEqual([...inList, ...otherRoutes].sort())
  })

  test.each(accessList.filter(([, , audience]) => audience === 'customer'))(
    '%s %s requires a signed-in user',
    async (method, path) => {
      const target = `/api${path.replace(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')}`
      const body = method === 'get' ? undefined : '{}'
      for (const Authorization of ['', `Bearer ${'x'.repeat(43)}`]) {
        const headers = { Authorization, 'Content-Type': 'application/json' }
        const answer = await shop.fetch(target, { method: method.toUpperCase(), headers, body })
        expect([answer.status, await answer.json()]).toEqual([401, { message: 'Please sign in first.' }])
      }
    },
  )

  describe('the OpenAPI document', () => {
    let document: Document
    beforeAll(async () => {
      document = documentSchema.parse(await (await shop.fetch('/api/openapi.json')).json())
    })

    const operations = () =>
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [method, path, operation] as const),
      )

    test('is OpenAPI 3.1 with title, version and server URL', () => {
      expect(document).toMatchObject({
        openapi: '3.1.0',
        info: { title: expect.any(String), version: expect.any(String) },
        servers: [{ url: shop.settings.siteUrl }],
        components: { schemas: expect.any(Object) },
      })
    })

    test('describes exactly the endpoints of the access list, each with its audience', () => {
      const audiences = operations().map(([method, path, operation]) => [method, path, operation['x-audience']])
      expect(audiences.sort()).toEqual(
        accessList.map(([method, path, audience]) => [method, `/api${path}`, audience]).sort(),
      )
    })

    test('describes every path parameter, every response and the error', () => {
      for (const [, path, { summary, parameters, responses }] of operations()) {
        expect(summary).toMatch(/\S/)
        const inPath = parameters.filter((each) => each.in === 'path')
        expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
        expect(inPath.every(({ required }) => required === true)).toBe(true)
        for (const { name, schema } of parameters) expect([name, typeof schema]).toEqual([expect.any(String), 'object'])
        const statuses = Object.keys(responses)
        expect(statuses.filter((status) => /^(20[014]|302)$/.test(status))).toHaveLength(1)
        expect(statuses).toContain('default')
        for (const [status, response] of Object.entries(responses)) {
          const shared = response.$ref?.split('/').at(-1) ?? ''
          const { description, content } = document.components.responses[shared] ?? response
          expect(description).toMatch(/\S/)
          if (/^(204|302)$/.test(status)) expect(content).toBeUndefined()
          else if (content && 'text/csv; charset=utf-8' in content)
            expect(['/api/admin/products/export', '/api/admin/exports/{report}']).toContain(path)
          // A 409 with the current record has its own schema.
          else if (status !== '409')
            expect(content?.['application/json']?.schema).toMatchObject({ $ref: expect.any(String) })
        }
      }
    })

    test('references only existing schemas, and has no unused schema', () => {
      const references = new Set([...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, found]) => found))
      const shapes = (['schemas', 'responses'] as const).flatMap((kind) =>
        Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
      )
      expect([...references].sort()).toEqual(shapes.sort())
    })

    test('has an HTML page that names every endpoint', async () => {
      const answer = await shop.fetch('/api/docs')
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
      const html = await answer.text()
      expect(html).toMatch(/^<!doctype html>/i)
      for (const [method, path] of accessList) expect(html).toContain(`${method.toUpperCase()} /api${path}`)
      expect(html).not.toContain('<script')
    })
  })
})

const responseSchema = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  content: z.record(z.string(), z.looseObject({ schema: z.unknown() })).optional(),
})
const operationSchema = z.looseObject({
  summary: z.string(),
  'x-audience': z.string(),
  parameters: z.array(
    z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.object() }),
  ),
  responses: z.record(z.string(), responseSchema),
})
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), responseSchema),
  }),
})
type Document = z.output<typeof documentSchema>

function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1').replace(/\/[^:/]+/g, (part) => part.toLowerCase())
}
