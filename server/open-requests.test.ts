import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  bodyTimes,
  closed,
  event,
  noTimeoutMs,
  requestHead,
  sendRequest,
  startListeningShop,
} from '#tests/support/listening-shop.ts'

describe('one address', () => {
  const strict = { RATE_LIMIT_FACTOR: '0.02', TRUST_PROXY: '1' }
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  test('has a maximum of open requests that does not affect other addresses', async () => {
    const listening = await startListeningShop({ environment: strict, times: bodyTimes(noTimeoutMs, noTimeoutMs) })
    const held = ['2001:db8::1', '[2001:db8::2]:4711'].map((address) =>
      listening.open(requestHead('/api/getintouch', `\nX-Forwarded-For: ${address}`), '{'),
    )
    await listening.waitForRequests(2)
    const refused = await sendRequest(listening, 'GET', '/profile', undefined, from('2001:DB8::3'))
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2'])
    expect((await sendRequest(listening, 'GET', '/profile', undefined, from('2001:db8:0:1::1'))).status).toBe(200)
    await Promise.all(held.map((socket) => closed(socket.destroy())))
    await expect
      .poll(async () => (await sendRequest(listening, 'GET', '/profile?again', undefined, from('2001:db8::3'))).status)
      .toBe(200)
  })

  test('has a maximum of connections, except behind a proxy', async () => {
    const few = { RATE_LIMIT_FACTOR: '0.004' }
    const connectionOutcomes = async (environment: Record<string, string>) => {
      const listening = await startListeningShop({ environment })
      const sockets = Array.from({ length: 3 }, () => listening.open('GET /healthz HTTP/1.1'))
      const outcomes = sockets.map((socket) => Promise.race([event(socket, 'data'), closed(socket)]))
      return (await Promise.all(outcomes)).sort()
    }
    expect(await connectionOutcomes(few)).toEqual(['close', 'data', 'data'])
    expect(await connectionOutcomes({ ...few, TRUST_PROXY: '1' })).toEqual(['data', 'data', 'data'])
  })
})

test('disconnects a client that does not read its response', async () => {
  const listening = await startListeningShop({ idleMs: 300 })
  const connected = once(listening.server, 'connection')
  const socket = listening.open('GET /healthz HTTP/1.1')
  socket.pause()
  const [accepted] = (await connected) as [Socket]
  const disconnected = closed(accepted)
  // More than the buffers of both ends hold.
  accepted.write(Buffer.alloc(64 * 1024 * 1024))
  await disconnected
})
