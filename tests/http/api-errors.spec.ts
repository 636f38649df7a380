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
  test(`the API answers ${call.slice(0, 50)} with ${status} and a sentence`, async ({ request }) => {
    const answer = await request.get(call)
    expect(answer.status()).toBe(status)
    expect(answer.headers()['content-type']).toMatch(/^application\/json/)
    expect(answer.headers()['cache-control']).toBe('no-store')
    const body = (await answer.json()) as ErrorBody
    expect(body.message).toMatch(/^[A-Z].+/)
    if (field) expect(body.errors?.map((error) => error.field)).toContain(field)
    expect(Object.keys(body).filter((key) => !['message', 'errors'].includes(key))).toEqual([])
  })
}

test('the API refuses other methods where it only reads', async ({ request }) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await request.fetch('/api/product', { method })
    expect(answer.status(), method).toBeGreaterThanOrEqual(400)
    expect(answer.status(), method).toBeLessThan(500)
    expect((await answer.json()) as ErrorBody, method).toHaveProperty('message')
  }
})
