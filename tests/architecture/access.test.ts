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
  ['get', '/certificates/{code}', 'public'],
  ['get', '/admin/me', 'today'],
  ['get', '/admin/today', 'today'],
  ['get', '/admin/search', 'today'],
  ['get', '/admin/audit', 'audit'],
  ['get', '/admin/settings', 'settings'],
  ['put', '/admin/settings', 'settings'],
  ['get', '/admin/notifications/device', 'today'],
  ['put', '/admin/notifications/device', 'today'],
  ['delete', '/admin/notifications/device', 'today'],
  ['post', '/admin/notifications/device/test', 'today'],
  ['get', '/admin/webhook', 'ownerSettings'],
  ['post', '/admin/webhook/secret', 'ownerSettings'],
  ['post', '/admin/webhook/test', 'ownerSettings'],
  ['get', '/admin/orders', 'orders'],
  ['get', '/admin/orders/{orderId}', 'orders'],
  ['post', '/admin/orders/{orderId}/moves', 'orders'],
  ['post', '/admin/orders/{orderId}/notes', 'orders'],
  ['get', '/admin/orders/{orderId}/invoices/{invoiceId}', 'orders'],
  ['post', '/admin/orders', 'orderChanges'],
  ['post', '/admin/orders/moves', 'orders'],
  ['get', '/admin/printed-orders', 'orders'],
  ['put', '/admin/orders/{orderId}', 'orderChanges'],
  ['put', '/admin/orders/{orderId}/shipment', 'orders'],
  ['post', '/admin/orders/{orderId}/corrections', 'orders'],
  ['post', '/admin/orders/{orderId}/returns', 'orderChanges'],
  ['post', '/admin/orders/{orderId}/payments', 'orderChanges'],
  ['post', '/admin/orders/{orderId}/certificates', 'orderChanges'],
  ['get', '/admin/discounts', 'discounts'],
  ['post', '/admin/discounts', 'discounts'],
  ['get', '/admin/discounts/{discountId}', 'discounts'],
  ['put', '/admin/discounts/{discountId}', 'discounts'],
  ['get', '/admin/exports/{report}', 'exports'],
  ['get', '/admin/couriers', 'orders'],
  ['post', '/admin/couriers', 'settings'],
  ['put', '/admin/couriers/{id}', 'settings'],
  ['get', '/admin/cash/ledger', 'cash'],
  ['post', '/admin/cash/closings', 'cash'],
  ['get', '/admin/cash', 'cash'],
  ['get', '/admin/cash/couriers', 'cash'],
  ['get', '/admin/cash/couriers/{courierId}', 'cash'],
  ['get', '/admin/cash/day', 'cash'],
  ['put', '/admin/cash', 'cash'],
  ['get', '/admin/customers', 'customers'],
  ['get', '/admin/customers/{userId}', 'customers'],
  ['get', '/admin/customers/{userId}/addresses', 'customers'],
  ['get', '/admin/customers/{userId}/sales', 'customers'],
  ['post', '/admin/customers/{userId}/notes', 'customers'],
  ['put', '/admin/customers/{userId}/deactivation', 'customers'],
  ['get', '/admin/staff', 'staffMembers'],
  ['post', '/admin/staff', 'staffMembers'],
  ['put', '/admin/staff/{userId}', 'staffMembers'],
  ['post', '/admin/staff/{userId}/invitation', 'staffMembers'],
  ['delete', '/admin/staff/{userId}', 'staffMembers'],
  ['post', '/reviews', 'customer'],
  ['get', '/reviews/{userId}', 'customer'],
  ['get', '/admin/reviews', 'reviews'],
  ['put', '/admin/reviews/{reviewId}', 'reviews'],
  ['get', '/quotes/{token}', 'public'],
  ['post', '/quotes/{token}/accept', 'customer'],
  ['get', '/admin/quotes', 'quotes'],
  ['post', '/admin/quotes', 'quotes'],
  ['get', '/admin/quotes/{quoteId}', 'quotes'],
  ['put', '/admin/quotes/{quoteId}', 'quotes'],
  ['post', '/admin/quotes/{quoteId}/send', 'quotes'],
  ['post', '/admin/quotes/{quoteId}/withdraw', 'quotes'],
  ['get', '/admin/products', 'products'],
  ['post', '/admin/products', 'productChanges'],
  ['get', '/admin/products/export', 'productChanges'],
  ['post', '/admin/products/import', 'productChanges'],
  ['get', '/admin/products/{productId}', 'products'],
  ['put', '/admin/products/{productId}', 'productChanges'],
  ['put', '/admin/products/{productId}/quick', 'productChanges'],
  ['post', '/admin/products/{productId}/archive', 'productChanges'],
  ['post', '/admin/products/{productId}/restore', 'productChanges'],
  ['post', '/admin/products/{productId}/duplicate', 'productChanges'],
  ['get', '/admin/products/{productId}/stock', 'products'],
  ['post', '/admin/products/{productId}/stock', 'productChanges'],
  ['get', '/admin/lists/{list}', 'content'],
  ['put', '/admin/lists/{list}', 'content'],
  ['post', '/admin/pictures', 'productChanges'],
  ['get', '/admin/enquiries', 'enquiries'],
  ['get', '/admin/enquiries/{enquiryId}', 'enquiries'],
  ['put', '/admin/enquiries/{enquiryId}', 'enquiries'],
  ['post', '/admin/enquiries/{enquiryId}/answers', 'enquiries'],
  ['get', '/admin/posts', 'content'],
  ['post', '/admin/posts', 'content'],
  ['post', '/admin/posts/preview', 'content'],
  ['get', '/admin/posts/{postId}', 'content'],
  ['put', '/admin/posts/{postId}', 'content'],
  ['post', '/admin/posts/{postId}/link', 'content'],
  ['delete', '/admin/posts/{postId}/link', 'content'],
  ['get', '/admin/testimonials', 'content'],
  ['put', '/admin/testimonials', 'content'],
  ['get', '/admin/faqs', 'content'],
  ['put', '/admin/faqs', 'content'],
  ['get', '/admin/texts', 'content'],
  ['put', '/admin/texts', 'content'],
  ['get', '/admin/banners', 'content'],
  ['put', '/admin/banners', 'content'],
  ['get', '/admin/synonyms', 'content'],
  ['put', '/admin/synonyms', 'content'],
  ['get', '/admin/hero', 'content'],
  ['put', '/admin/hero', 'content'],
  ['get', '/admin/seo', 'content'],
  ['put', '/admin/seo', 'content'],
  ['get', '/admin/emails', 'emails'],
  ['post', '/admin/emails/{emailId}/send', 'emails'],
  ['post', '/admin/emails/{emailId}/set-aside', 'emails'],
  ['post', '/stock-alerts', 'public'],
  ['get', '/stock-alerts/{userId}', 'customer'],
  ['delete', '/stock-alerts/{userId}/{alertId}', 'customer'],
  ['get', '/stock-alert-links/{token}', 'public'],
  ['post', '/stock-alert-links/{token}/confirm', 'public'],
  ['delete', '/stock-alert-links/{token}/{alertId}', 'public'],
  ['post', '/stock-alert-links/{token}/unsubscribe', 'public'],
  ['get', '/stock-alert-links/{token}/unsubscribe', 'public'],
  ['get', '/admin/stock-alerts', 'products'],
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
