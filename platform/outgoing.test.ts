import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '#tests/support/receiver.ts'
import { postToTarget, refusedTarget } from './outgoing.server.ts'

const strict = { allowPrivateTargets: false }
const open = { allowPrivateTargets: true }
const request = { headers: { 'X-Test': 'yes' }, body: 'namaste' }

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

describe('a target', () => {
  test.each([
    'http://hooks.example.com/shop',
    'ftp://hooks.example.com',
    'javascript:alert(1)',
    'nothing',
    'https://localhost/',
    'https://shop.localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
  ])('is refused: %s', async (url) => {
    expect(refusedTarget(url, strict)).toMatch(/private network|https|not a URL/)
    await expect(postToTarget(strict, url, request)).rejects.toThrow()
  })

  test.each(['https://hooks.example.com/shop', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])(
    'is allowed: %s',
    (url) => expect(refusedTarget(url, strict)).toBeUndefined(),
  )

  test('is refused when its host name has a private address', async () => {
    const local = 'https://localhost.localdomain.:9/'
    const error = await postToTarget(strict, local, request).catch((reason: Error) => reason)
    expect(String(error)).toMatch(/private network|ENOTFOUND|EAI_AGAIN/)
  })

  test('in a private network is allowed by a setting', async () => {
    expect(refusedTarget('http://192.168.1.5:5678/hook', open)).toBeUndefined()
    expect(await postToTarget(open, `${receiver.url}/in`, request)).toEqual({ status: 204 })
    expect(receiver.received.at(-1)).toMatchObject({ path: '/in', headers: { 'x-test': 'yes' } })
    expect(receiver.received.at(-1)?.body.toString()).toBe('namaste')
  })
})

describe('a response', () => {
  test('that redirects is not followed', async () => {
    receiver.answer((response) => response.writeHead(302, { Location: `${receiver.url}/elsewhere` }).end())
    const before = receiver.received.length
    expect(await postToTarget(open, receiver.url, request)).toEqual({ status: 302 })
    expect(receiver.received).toHaveLength(before + 1)
  })

  test('that never ends is cut off', async () => {
    let written = 0
    receiver.answer((response) => {
      response.writeHead(200)
      const write = () => {
        if (response.destroyed) return
        written += 64 * 1024
        response.write(Buffer.alloc(64 * 1024), () => setImmediate(write))
      }
      write()
    })
    expect(await postToTarget(open, receiver.url, request)).toEqual({ status: 200 })
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })

  test('that does not come within ten seconds is an error', async () => {
    receiver.answer(() => {})
    await expect(postToTarget(open, receiver.url, request)).rejects.toThrow('did not answer within ten seconds')
  }, 15_000)
})
