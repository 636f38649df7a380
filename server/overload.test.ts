import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { errorBodySchema } from '#api/errors.ts'
import { Overload } from './overload.ts'

test('refuses work above the limit at once and admits it again when slots are free', async () => {
  const overload = new Overload({ max: 10 })
  const mayFinish = Promise.withResolvers<string>()
  const page = overload.admit(6, () => mayFinish.promise)
  const calls = [1, 2, 3, 4].map(() => overload.admit(1, () => mayFinish.promise))
  const refused = overload.admit(1, async () => 'never')
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  mayFinish.resolve('done')
  expect(await Promise.all([page, ...calls])).toHaveLength(5)
  expect(await overload.admit(10, async () => 'admitted again')).toBe('admitted again')
})

test('frees the slot of work that fails', async () => {
  const overload = new Overload({ max: 1 })
  const failing = overload.admit(1, async () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await overload.admit(1, async () => 'admitted')).toBe('admitted')
})

test('refuses API calls before Hono and passes other requests on', async () => {
  const refused: string[] = []
  const headers = { 'X-Frame-Options': 'DENY' }
  const overload = new Overload({ max: 1, headers, onRefused: (method) => refused.push(method) })
  const server = createServer((request, response) => {
    if (!overload.sendRefusal(request, response)) response.end('admitted')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mayFinish = Promise.withResolvers<void>()
  expect(await (await fetch(`${url}/api/product`)).text()).toBe('admitted')
  const busy = overload.admit(1, () => mayFinish.promise)
  const response = await fetch(`${url}/API/order`, { method: 'POST', body: 'x'.repeat(100_000) })
  expect([response.status, response.headers.get('retry-after'), response.headers.get('x-frame-options')]).toEqual([
    503,
    '2',
    'DENY',
  ])
  expect(errorBodySchema.parse(await response.json()).message).toMatch(/Please try again shortly/)
  expect(await (await fetch(`${url}/healthz`)).text()).toBe('admitted')
  mayFinish.resolve()
  await busy
  expect(await (await fetch(`${url}/api/order`, { method: 'POST', body: '{}' })).text()).toBe('admitted')
  expect(refused).toEqual(['POST'])
  server.close()
})
