import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Assets, serveAssets } from './static.ts'

const script = 'export const stone = "quartz"'
const video = Buffer.from('0123456789')
let folder: string
let assets: Assets

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'alpine-static-'))
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'assets', 'stone-abc.js'), script)
  writeFileSync(path.join(folder, 'assets', 'stone-abc.js.gz'), gzipSync(script))
  writeFileSync(path.join(folder, 'assets', 'ridge.mp4'), video)
  writeFileSync(path.join(folder, 'share.jpg'), 'picture')
  writeFileSync(path.join(folder, 'service-worker.js'), script)
  writeFileSync(path.join(folder, '.stamp'), 'not for the browser')
  assets = serveAssets(folder, { 'X-Common': 'yes' })
})
afterAll(() => rmSync(folder, { recursive: true }))

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  assets(new Request(`http://shop.test${target}`, { headers, method }))

test('allows caching of a hashed file for a year, of others for an hour, and not of the service worker', () => {
  expect(get('/assets/stone-abc.js')?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(get('/share.jpg')?.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(get('/service-worker.js')?.headers.get('cache-control')).toBe('no-cache')
  expect(get('/share.jpg')?.headers.get('x-common')).toBe('yes')
})

test('sends the file compressed at build time if there is one', async () => {
  const compressed = get('/assets/stone-abc.js', { 'Accept-Encoding': 'gzip' })
  expect(compressed?.headers.get('content-encoding')).toBe('gzip')
  expect(new Uint8Array((await compressed?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(
    new Uint8Array(gzipSync(script)),
  )
  const plain = get('/assets/stone-abc.js', { 'Accept-Encoding': 'br' })
  expect(plain?.headers.get('content-encoding')).toBeNull()
  expect(await plain?.text()).toBe(script)
})

test('answers 304 when the ETag matches', () => {
  const etag = get('/share.jpg')?.headers.get('etag') ?? ''
  expect(get('/share.jpg', { 'If-None-Match': etag })?.status).toBe(304)
})

test('finds only files of the build', () => {
  for (const target of ['/.stamp', '/assets/', '/../package.json', '/assets/%2e%2e/.stamp', '/nothing.js']) {
    expect(get(target)).toBeUndefined()
  }
})

test('refuses methods other than GET and HEAD for a file and ignores other paths', () => {
  for (const target of ['/share.jpg', '/assets/stone-abc.js']) {
    expect(() => get(target, {}, 'POST')).toThrow(
      expect.objectContaining({ code: 'wrongMethod', allow: ['GET', 'HEAD'] }),
    )
  }
  expect(get('/nothing.js', {}, 'POST')).toBeUndefined()
})

describe('byte ranges of a video', () => {
  test.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=4-99', 206, 'bytes 4-9/10', '456789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['furlongs=1-2', 200, null, '0123456789'],
  ])('%s', async (range, status, contentRange, text) => {
    const part = get('/assets/ridge.mp4', { Range: range })
    expect(part?.status).toBe(status)
    expect(part?.headers.get('content-range')).toBe(contentRange)
    expect(await part?.text()).toBe(text)
  })
})
