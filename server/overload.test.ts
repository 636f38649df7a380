import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { errorBodySchema } from '#api/errors.ts'
import { Overload } from './overload.ts'

test('what would be too much at once is refused at once, and again admitted when there is room', async () => {
  const overload = new Overload({ most: 10 })
  const mayEnd = Promise.withResolvers<string>()
  const page = overload.admit(6, () => mayEnd.promise)
  const calls = [1, 2, 3, 4].map(() => overload.admit(1, () => mayEnd.promise))
  const refused = overload.admit(1, async () => 'never')
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  mayEnd.resolve('done')
  expect(await Promise.all([page, ...calls])).toHaveLength(5)
  expect(await overload.admit(10, async () => 'room again')).toBe('room again')
})

test('what fails makes room too', async () => {
  const overload = new Overload({ most: 1 })
  const failing = overload.admit(1, async () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await overload.admit(1, async () => 'room')).toBe('room')
})

test('a call that has to be refused costs next to nothing, and other requests are left to their own way', async () => {
  const refused: string[] = []
  const headers = { 'X-Frame-Options': 'DENY' }
  const overload = new Overload({ most: 1, headers, onRefused: (method) => refused.push(method) })
  const server = createServer((request, response) => {
    if (!overload.sendRefusal(request, response)) response.end('admitted')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mayEnd = Promise.withResolvers<void>()
  expect(await (await fetch(`${url}/api/product`)).text()).toBe('admitted')
  const busy = overload.admit(1, () => mayEnd.promise)
  const answer = await fetch(`${url}/API/order`, { method: 'POST', body: 'x'.repeat(100_000) })
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('x-frame-options')]).toEqual([
    503,
    '2',
    'DENY',
  ])
  expect(errorBodySchema.parse(await answer.json()).message).toMatch(/Please try again shortly/)
  expect(await (await fetch(`${url}/healthz`)).text()).toBe('admitted')
  mayEnd.resolve()
  await busy
  expect(await (await fetch(`${url}/api/order`, { method: 'POST', body: '{}' })).text()).toBe('admitted')
  expect(refused).toEqual(['POST'])
  server.close()
})
