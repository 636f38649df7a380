import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StillTrue } from '#modules/catalog/cache-validator.server.ts'
import { setStock } from '#modules/catalog/service.server.ts'
import { idsOf } from '#tests/support/buying.ts'
import { parseAnswer } from '#tests/support/documented.ts'
import { addresses, fromMemory, moonShop } from '#tests/support/moon-shop.ts'
import { as, person } from '#tests/support/people.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { listen } from './listen.ts'

async function openDoor(shop: TestShop) {
  const { stop, port } = await listen(shop, shop)
  onTestFinished(stop)
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const [answer] = (await once(get({ port, host: '127.0.0.1', path, headers, agent }), 'response')) as [
      IncomingMessage,
    ]
    return { answer, body: await text(answer) }
  }
  return { ask, port }
}

test('a kept answer comes as it came the first time, 304 without a body for who has it', async () => {
  const shop = await moonShop({ PORT: '0' })
  const { ask } = await openDoor(shop)
  const lasting = ({ headers: { date: _, 'x-request-id': __, ...rest } }: IncomingMessage) => rest
  for (const address of addresses) {
    const slow = await ask(address)
    const before = await fromMemory(shop)
    const quick = await ask(`${address}${address.includes('?') ? '&' : '?'}utm_source=letter`)
    expect(await fromMemory(shop)).toBe(before + 1)
    expect([quick.body, lasting(quick.answer)]).toEqual([slow.body, lasting(slow.answer)])
    const known = await ask(address, {
      'If-None-Match': String(slow.answer.headers.etag),
      'X-Request-Id': 'asked-before',
    })
    expect([known.answer.statusCode, known.body, known.answer.headers['x-request-id']]).toEqual([
      304,
      '',
      'asked-before',
    ])
  }
})

test('it shows a sale at once, and nothing of it to somebody signed in', async () => {
  const shop = await moonShop({ PORT: '0' })
  const { ask } = await openDoor(shop)
  const jon = await person(shop, 'Jon Socket')
  const productId = (await idsOf(shop)).product('moon-stone')
  await shop.fetch(`/api/wishlist/${jon.userId}`, as(jon, 'POST', { productIds: [productId] }))
  for (const left of [8, 5, 3]) {
    await ask('/api/product/moon-stone')
    await shop.db.transaction((tx) => setStock(tx, 'moon-stone', left))
    const { body } = await ask('/api/product/moon-stone')
    expect(parseAnswer('/api/product/moon-stone', body).stockQuantity).toBe(left)
    const theirs = await ask('/api/product/moon-stone', { Authorization: `Bearer ${jon.token}` })
    expect(parseAnswer('/api/product/moon-stone', theirs.body).isSaved).toBe(true)
    expect(theirs.answer.headers['cache-control']).toBe('no-store')
  }
})

test('a raw # in the target does not change what other callers get', async () => {
  const shop = await moonShop({ PORT: '0' })
  const { ask, port } = await openDoor(shop)
  const raw = async (target: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).split('\r\n\r\n')[1]
  }
  const all = (await ask('/api/product/search?Name=moon')).body
  for (const target of ['/api/product/search?Name=moon#', '/api/product/search?Name=ring#&Name=moon']) await raw(target)
  await raw('/api/product/search?Name=moon%23#x')
  expect((await ask('/api/product/search?Name=moon')).body).toBe(all)
  const rings = (await ask('/api/product/search?Name=ring')).body
  expect(parseAnswer('/api/product/search', rings).products).toHaveLength(1)
  expect((await ask('/api/product/search?Name=moon%23')).body).toBe(
    await (await shop.fetch('/api/product/search?Name=moon%23&PageSize=12')).text(),
  )
})

test('it counts against the limit of whoever asks, who is told so at its end', async () => {
  const shop = await moonShop({ PORT: '0', RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: '1' })
  const { ask } = await openDoor(shop)
  const statuses = async (headersOf: (turn: number) => Record<string, string>) => {
    const seen: (number | undefined)[] = []
    for (let turn = 0; turn < 9; turn++)
      seen.push((await ask('/api/product/moon-stone', headersOf(turn))).answer.statusCode)
    return seen
  }
  const sixAnswers = [200, 200, 200, 200, 200, 200, 429, 429, 429]
  expect(await statuses(() => ({}))).toEqual(sixAnswers)
  expect(await fromMemory(shop)).toBe(5)
  expect(await statuses((turn) => ({ 'X-Forwarded-For': `2001:db8::${turn}` }))).toEqual(sixAnswers)
})

test('those asked for at once share the question whether they are still true, and come in their order', async () => {
  const shop = await moonShop({ PORT: '0' })
  const { ask, port } = await openDoor(shop)
  for (const address of addresses) await ask(address)
  const before = await fromMemory(shop)
  const wanted = Array.from({ length: 60 }, (_, n) => ({
    address: addresses[n % addresses.length],
    id: `question-${n}`,
  }))
  const lines = wanted.map(({ address, id }) => `GET ${address} HTTP/1.1\r\nHost: shop.test\r\nX-Request-Id: ${id}\r\n`)
  let answers = ''
  const statements = await shop.countStatements(async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${lines.join('\r\n')}Connection: close\r\n\r\n`)
    answers = await text(socket)
  })
  expect(Array.from(answers.matchAll(/^X-Request-Id: (.+)\r$/gm), ([, id]) => id)).toEqual(wanted.map(({ id }) => id))
  expect(await fromMemory(shop)).toBe(before + 60)
  expect(statements).toBeLessThanOrEqual(3)
})

test('while the database is away it is not sent, since nobody knows whether it is true', async () => {
  const shop = await moonShop({ PORT: '0' })
  const { ask } = await openDoor(shop)
  await ask('/api/product/moon-stone')
  const failing = vi.spyOn(StillTrue.prototype, 'ask').mockRejectedValue(new Error('connection terminated'))
  expect((await ask('/api/product/moon-stone')).answer.statusCode).toBe(503)
  failing.mockRestore()
  expect((await ask('/api/product/moon-stone')).answer.statusCode).toBe(200)
})

test('whoever leaves before the database has answered, or finds it slow, harms nobody', async () => {
  const shop = await moonShop({ PORT: '0' })
  const { ask, port } = await openDoor(shop)
  await ask('/api/product/moon-stone')
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<boolean>()
  const slow = vi.spyOn(StillTrue.prototype, 'ask').mockImplementationOnce(() => {
    asked.resolve()
    return answered.promise
  })
  const impatient = connect(port, '127.0.0.1')
  impatient.write('GET /api/product/moon-stone HTTP/1.1\r\nHost: shop.test\r\n\r\n')
  await asked.promise
  impatient.destroy()
  await once(impatient, 'close')
  answered.resolve(true)
  slow.mockImplementationOnce(() => new Promise(() => {}))
  expect((await ask('/api/product/moon-stone')).answer.statusCode).toBe(200)
  slow.mockRestore()
  expect((await ask('/api/product/moon-stone')).answer.statusCode).toBe(200)
})
