import { expect, test } from 'vitest'
import type { expect as inBrowser } from '#tests/e2e/support/expect.ts'
import type { ResponseBodyOf } from '#tests/support/response-types.ts'

/** Never called: the compiler must reject these lines. */
function refused(expectInBrowser: typeof inBrowser, value: ReturnType<typeof Reflect.get>) {
  // @ts-expect-error
  expect(value).toBe(undefined)
  // @ts-expect-error
  expect(value.some.field, 'with words').toEqual(value.other)
  // @ts-expect-error
  expect([1, value]).toEqual([1, undefined])
  // @ts-expect-error
  expect({ status: 200, body: value }).toEqual({})
  // @ts-expect-error
  expect(Promise.resolve(value)).resolves.toBe(undefined)
  // @ts-expect-error
  expectInBrowser(value).toBe(undefined)
  // @ts-expect-error
  expectInBrowser.soft(value).toBe(undefined)
  // @ts-expect-error
  expectInBrowser.poll(async () => value).toBe(undefined)
  // @ts-expect-error
  JSON.parse('{}').field
}

/** Never called: a response has only the fields of its schema, however its path is written. */
function typed(
  product: ResponseBodyOf<'GET', '/API/Product/moon-stone/?slugs=x'>,
  search: ResponseBodyOf<'GET', `/api/product/search?${string}`>,
  order: ResponseBodyOf<'POST', `/api/order/${string}/cancel`>,
) {
  expect([product.stockQuantity, search.totalRecords, order.orderNumber]).toEqual([])
  // @ts-expect-error
  expect(search.totalItems).toBe(order.totalItems)
}

test('an assertion on `any` does not compile, one on an optional field does', () => {
  const anyValue: { name?: string } = {}
  expect(anyValue.name).toBeUndefined()
  expect([refused, typed]).toHaveLength(2)
})
