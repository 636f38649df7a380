import { expect, test } from './support/test.ts'

type ErrorBody = { message: string; errors?: { code: string; description: string; field?: string }[] }

const badCalls: [string, 400 | 404, string | undefined][] = [
  ['/api/product?pageNumber=0', 400, 'pageNumber'],
  ['/api/product?pageNumber=x', 400, 'pageNumber'],
  ['/api/product?pageSize=49', 400, 'pageSize'],
  [`/api/product/search?Name=${'a'.repeat(3_000)}`, 400, 'Name'],
  ['/api/product/search?Name=ruby%00', 400, 'Name'],
  ['/api/product/search?color=black&color=grey', 400, 'color'],
  ['/api/product/search?sortBy=beauty', 400, 'sortBy'],
  ['/api/product/ruby%00', 400, 'slug'],
  ['/api/product/category/minerals', 404, undefined],
  ['/api/product/no-such-stone', 404, undefined],
  ['/api/product/%E0%A4%A', 404, undefined],
  ['/api/blogs/no-such-story', 404, undefined],
  ['/api/nowhere', 404, undefined],
  ['/api/product/a/b/c', 404, undefined],
]

for (const [call, status, field] of badCalls) {
  test(`the API rejects ${call.slice(0, 50)} with ${status} and a message`, async ({ request }) => {
    const response = await request.get(call)
    expect(response.status()).toBe(status)
    expect(response.headers()['content-type']).toMatch(/^application\/json/)
    expect(response.headers()['cache-control']).toBe('no-store')
    const body = (await response.json()) as ErrorBody
    expect(body.message).toMatch(/^[A-Z].+/)
    if (field) expect(body.errors?.map((error) => error.field)).toContain(field)
    expect(Object.keys(body).filter((key) => !['message', 'errors'].includes(key))).toEqual([])
  })
}

test('the API rejects other methods on a read-only path', async ({ request }) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const response = await request.fetch('/api/product', { method })
    expect(response.status(), method).toBeGreaterThanOrEqual(400)
    expect(response.status(), method).toBeLessThan(500)
    expect((await response.json()) as ErrorBody, method).toHaveProperty('message')
  }
})
