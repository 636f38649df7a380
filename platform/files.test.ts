import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreBackup } from '#server/backup/restore.ts'
import { takeBackup } from '#server/backup/take.ts'
import { type ObjectStore, openObjectStore } from '#tests/support/object-store.ts'
import { addPicture, addProducts, product } from '#tests/support/products.ts'
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

test('writes, finds, reads, lists by page and deletes files on S3', async () => {
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

test('stores pictures on S3 and serves them from every process', async () => {
  await addProducts(shop, [
    product({ name: 'Pictured', images: [{ pictureId: await addPicture(shop), alt: 'A stone' }] }),
  ])
  const { body } = await shop.json('/api/product/pictured')
  const url = JSON.stringify(body).match(/\/media\/[^"]+/)?.[0] ?? ''
  const other = await testShop({ environment: store.settings })
  for (const each of [shop, other]) {
    const response = await each.fetch(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(store.objects.get(url.slice(1)))
  }
})

test('backs up files from S3 and restores them to disk', async () => {
  const target = path.join(folder, 'saved')
  await takeBackup(shop, target)
  const files = await openFiles({ dataDir: folder, s3: undefined })
  const database = await emptyDatabase()
  const log = shop.log
  expect((await restoreBackup({ database, files, log }, target)).violations).toEqual([])
  for (const [name, content] of store.objects) expect(Buffer.from(await files.getBytes(name))).toEqual(content)
  await database.close()
})

test('rejects a wrong secret', async () => {
  const { s3 } = readSettings({ ...store.settings, S3_SECRET_ACCESS_KEY: 'guessed' })
  const files = await openFiles({ dataDir: folder, s3 })
  await expect(files.put('a.txt', Buffer.from('a'))).rejects.toThrow()
  expect(store.objects.has('a.txt')).toBe(false)
})
