import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { bodyTimes, longMs, shortMs, startListeningShop } from '#tests/support/listening-shop.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { stock } from '#tests/support/shelf.ts'
import { Uploads } from './uploads.ts'

describe('an uploaded file', () => {
  const upload = (who: Person | undefined, length: number) =>
    `POST /api/admin/products/import HTTP/1.1\nContent-Type: text/csv\nConnection: close\nContent-Length: ${length}${
      who ? `\nAuthorization: Bearer ${who.token}` : ''
    }`

  test('is taken only by calls that need a session', () => {
    const uploads = endpoints.filter((each) => each.upload)
    expect(uploads.length).toBeGreaterThan(2)
    expect(uploads.filter(({ audience }) => audience === 'public')).toEqual([])
  })

  test('is 401 or 403 at once for who may not send it, and the connection is closed', async () => {
    const listening = await startListeningShop({ times: bodyTimes(longMs, longMs) })
    const asha = await person(listening.shop, 'Asha Gurung')
    expect(await text(listening.open(upload(undefined, 1_000), 'x'))).toMatch(/^HTTP\/1.1 401 /)
    expect(await text(listening.open(upload({ ...asha, token: 'made-up' }, 1_000), 'x'))).toMatch(/^HTTP\/1.1 401 /)
    expect(await text(listening.open(upload(asha, 1_000), 'x'))).toMatch(/^HTTP\/1.1 403 /)
    const review = 'POST /api/reviews HTTP/1.1\nContent-Type: multipart/form-data; boundary=x\nContent-Length: 1000'
    expect(await text(listening.open(review, 'x'))).toMatch(/^HTTP\/1.1 401 /)
  })

  test('has the long deadline after its sender is known, and no other body', async () => {
    const normalMs = 2_000
    const listening = await startListeningShop({ times: bodyTimes(normalMs, longMs) })
    await stock(listening.shop)
    const owner = await person(listening.shop, 'Pemba Sherpa', { role: 'Admin' })
    const csv = await (await listening.shop.fetch('/api/admin/products/export', as(owner))).text()
    const socket = listening.open(upload(owner, Buffer.byteLength(csv)), csv.slice(0, 10))
    const answer = text(socket)
    await sleep(normalMs * 1.5)
    socket.write(csv.slice(10))
    expect(await answer).toMatch(/^HTTP\/1.1 200 /)
  })

  test('that stops arriving is cut off, and its place is free again', async () => {
    const listening = await startListeningShop({ times: bodyTimes(longMs, shortMs) })
    const owner = await person(listening.shop, 'Pemba Sherpa', { role: 'Admin' })
    for (let round = 0; round < 3; round++) {
      const sockets = Array.from({ length: 25 }, () => listening.open(upload(owner, 1_000), 'x'))
      for (const answer of await Promise.all(sockets.map((socket) => text(socket)))) expect(answer).not.toContain('503')
    }
  })

  test('of customers leaves the places of the staff, and one customer leaves those of others', () => {
    const uploads = new Uploads()
    const who = (userId: string, role: 'Customer' | 'Staff') => ({
      userId,
      role,
      emailConfirmed: true,
      email: '',
      name: '',
      session: '',
    })
    const ends = Array.from({ length: 3 }, () => uploads.begin(who('asha', 'Customer')))
    expect(() => uploads.begin(who('asha', 'Customer'))).toThrow('other files')
    for (let n = 0; n < 2; n++) uploads.begin(who(`customer ${n}`, 'Customer'))
    expect(() => uploads.begin(who('maya', 'Customer'))).toThrow('Many files')
    uploads.begin(who('tsering', 'Staff'))
    ends[0]?.()
    uploads.begin(who('asha', 'Customer'))
  })
})
