import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreBackup } from '#server/backup/restore.ts'
import { takeBackup } from '#server/backup/take.ts'
import { type ObjectStore, openObjectStore } from '#tests/support/object-store.ts'
import { product, somePicture, stock } from '#tests/support/shelf.ts'
import { emptyDatabase, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { readSettings } from './env.server.ts'
import { fileNames, openFiles } from './files.server.ts'

let store: ObjectStore
let shop: TestShop
let folder: string
beforeAll(async () => {
  store = await openObjectStore()
  folder = await mkdtemp(path.join(tmpdir(), 'alpine-files-'))
  shop = await openTestShop({ environment: store.settings })
})
afterAll(async () => {
  await shop?.close()
  await store?.close()
  await rm(folder, { recursive: true, force: true })
})

test('on S3, files are put, found, read, listed page by page and deleted', async () => {
  const { files } = shop
  const content = Buffer.from('crystal é')
  const names = ['a.txt', 'b/c.txt', 'b/d.txt', 'e.txt', 'f g.txt']
  for (const name of names) await files.put(name, content)
  expect([...store.objects.keys()].sort()).toEqual(names)
  expect(Buffer.from(await files.getBytes('b/c.txt'))).toEqual(content)
  expect(await files.exists('b/c.txt')).toBe(true)
  expect(await files.exists('nothing.txt')).toBe(false)
  const listed: string[] = []
  for await (const name of fileNames(files)) listed.push(name)
  expect(listed.sort()).toEqual(names)
  for (const name of names) await files.delete(name)
  expect(store.objects.size).toBe(0)
})

test('a picture goes there and is served from there, by every process', async () => {
  await stock(shop, [product({ name: 'Pictured', images: [{ pictureId: await somePicture(shop), alt: 'A stone' }] })])
  const { body } = await shop.json('/api/product/pictured')
  const address = JSON.stringify(body).match(/\/media\/[^"]+/)?.[0] ?? ''
  const other = await testShop({ environment: store.settings })
  for (const each of [shop, other]) {
    const answer = await each.fetch(address)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(store.objects.get(address.slice(1)))
  }
})

test('a backup takes the files from S3 and a restore puts them on a disk', async () => {
  const target = path.join(folder, 'saved')
  await takeBackup(shop, target)
  const files = await openFiles({ dataDir: folder, s3: undefined })
  const database = await emptyDatabase()
  const log = shop.log
  expect((await restoreBackup({ database, files, log }, target)).wrong).toEqual([])
  for (const [name, content] of store.objects) expect(Buffer.from(await files.getBytes(name))).toEqual(content)
  await database.close()
})

test('a wrong secret is refused', async () => {
  const { s3 } = readSettings({ ...store.settings, S3_SECRET_ACCESS_KEY: 'guessed' })
  const files = await openFiles({ dataDir: folder, s3 })
  await expect(files.put('a.txt', Buffer.from('a'))).rejects.toThrow()
  expect(store.objects.has('a.txt')).toBe(false)
})
