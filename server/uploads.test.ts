import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { bodyTimes, noTimeoutMs, shortMs, startListeningShop } from '#tests/support/listening-shop.ts'
import { addProducts } from '#tests/support/products.ts'
import { UploadLimit } from './uploads.ts'

describe('an upload', () => {
  const uploadHead = (sender: Person | undefined, length: number) =>
    `POST /api/admin/products/import HTTP/1.1\nContent-Type: text/csv\nConnection: close\nContent-Length: ${length}${
      sender ? `\nAuthorization: Bearer ${sender.token}` : ''
    }`

  test('is accepted only by endpoints that need a session', () => {
    const uploads = endpoints.filter((each) => each.upload)
    expect(uploads.length).toBeGreaterThan(2)
    expect(uploads.filter(({ audience }) => audience === 'public')).toEqual([])
  })

  test('gets 401 or 403 at once without permission, and the connection is closed', async () => {
    const listening = await startListeningShop({ times: bodyTimes(noTimeoutMs, noTimeoutMs) })
    const asha = await person(listening.shop, 'Asha Gurung')
    expect(await text(listening.open(uploadHead(undefined, 1_000), 'x'))).toMatch(/^HTTP\/1.1 401 /)
    expect(await text(listening.open(uploadHead({ ...asha, token: 'made-up' }, 1_000), 'x'))).toMatch(/^HTTP\/1.1 401 /)
    expect(await text(listening.open(uploadHead(asha, 1_000), 'x'))).toMatch(/^HTTP\/1.1 403 /)
    const review = 'POST /api/reviews HTTP/1.1\nContent-Type: multipart/form-data; boundary=x\nContent-Length: 1000'
    expect(await text(listening.open(review, 'x'))).toMatch(/^HTTP\/1.1 401 /)
  })

  test('has the long deadline once its sender is authenticated', async () => {
    const normalMs = 2_000
    const listening = await startListeningShop({ times: bodyTimes(normalMs, noTimeoutMs) })
    await addProducts(listening.shop)
    const owner = await person(listening.shop, 'Pemba Sherpa', { role: 'Owner' })
    const csv = await (await listening.shop.fetch('/api/admin/products/export', as(owner))).text()
    const socket = listening.open(uploadHead(owner, Buffer.byteLength(csv)), csv.slice(0, 10))
    const response = text(socket)
    await sleep(normalMs * 1.5)
    socket.write(csv.slice(10))
    expect(await response).toMatch(/^HTTP\/1.1 200 /)
  })

  test('that stops arriving is disconnected and frees its slot', async () => {
    const listening = await startListeningShop({ times: bodyTimes(noTimeoutMs, shortMs) })
    const owner = await person(listening.shop, 'Pemba Sherpa', { role: 'Owner' })
    for (let round = 0; round < 3; round++) {
      const sockets = Array.from({ length: 25 }, () => listening.open(uploadHead(owner, 1_000), 'x'))
      for (const response of await Promise.all(sockets.map((socket) => text(socket))))
        expect(response).not.toContain('503')
    }
  })

  test('has separate slots for customers and staff, and a limit per customer', () => {
    const uploadLimit = new UploadLimit()
    const actor = (userId: string, role: 'Customer' | 'Manager') => ({
      userId,
      role,
      emailConfirmed: true,
      email: '',
      name: '',
      session: '',
    })
    const endUploads = Array.from({ length: 3 }, () => uploadLimit.begin(actor('asha', 'Customer')))
    expect(() => uploadLimit.begin(actor('asha', 'Customer'))).toThrow('other uploads')
    for (let n = 0; n < 2; n++) uploadLimit.begin(actor(`customer ${n}`, 'Customer'))
    expect(() => uploadLimit.begin(actor('maya', 'Customer'))).toThrow('Too many files')
    uploadLimit.begin(actor('tsering', 'Manager'))
    endUploads[0]?.()
    uploadLimit.begin(actor('asha', 'Customer'))
  })
})
