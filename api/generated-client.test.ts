import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ts } from '@ts-morph/common'
import openapiTS, { astToString, type OpenAPITSOptions } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#platform/root.server.ts'
import { type Listening, listen } from '#server/listen.ts'
import { person } from '#tests/support/accounts.ts'
import type { ResponseBodyOf } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { pictureFile } from '#tests/support/uploads.ts'

const run = promisify(execFile)
const clientFolder = path.join(projectRoot, 'tests', 'client')
const programFile = path.join(clientFolder, 'program.ts')

type Results = {
  report: ResponseBodyOf<'POST', '/api/admin/products/import'>
  uploaded: ResponseBodyOf<'POST', '/api/admin/pictures'>
  product: ResponseBodyOf<'GET', `/api/product/${string}`>
  order: ResponseBodyOf<'POST', '/api/order'>
  orders: ResponseBodyOf<'GET', `/api/order/${string}`>
  review: ResponseBodyOf<'POST', '/api/reviews'>
  rejection: string | undefined
}

/** Not compiled with the project, because the program imports types that are generated below. */
type Program = { useShop(input: { baseUrl: string; adminToken: string; picture: Blob; csv: string }): Promise<Results> }

let shop: TestShop
let server: Listening
let folder: string
let baseUrl: string
beforeAll(async () => {
  shop = await openTestShop({ environment: { PORT: '0' } })
  server = await listen(shop, shop)
  baseUrl = `http://127.0.0.1:${server.port}`
  folder = await mkdtemp(path.join(tmpdir(), 'alpine-client-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Types of the served document, with files as `Blob` instead of the strings of JSON Schema. */
async function generateTypes(): Promise<string> {
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const document = await (await fetch(`${baseUrl}/api/openapi.json`)).text()
  const options: OpenAPITSOptions = {
    // A field with a default is optional in a request.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  }
  return astToString(await openapiTS(document, options))
}

describe('a client that is generated from the OpenAPI document', () => {
  test('compiles strictly, without a type assertion', async () => {
    const types = await generateTypes()
    await writeFile(path.join(folder, 'schema.ts'), types)
    const compilerOptions = {
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
      ...{ noEmit: true, allowImportingTsExtensions: true, verbatimModuleSyntax: true, skipLibCheck: false },
      ...{ target: 'ES2024', lib: ['ES2024', 'DOM', 'DOM.Iterable'], module: 'ESNext', moduleResolution: 'bundler' },
      // The program and its generated types are in two folders that TypeScript merges.
      ...{ types: [], rootDirs: [clientFolder, folder] },
    }
    const config = path.join(folder, 'tsconfig.json')
    await writeFile(config, JSON.stringify({ compilerOptions, files: [programFile] }))
    const tsc = path.join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc')
    const { stdout } = await run(process.execPath, [tsc, '--project', config]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
    expect(types).not.toMatch(/"application\/json": (unknown|Record<string, never>);/)
  }, 120_000)

  test('imports, uploads, registers, signs in, orders and reviews', async () => {
    const { token: adminToken } = await person(shop, 'Maya Owner', { role: 'Owner' })
    const csv = 'slug,name,category,price_npr,price_usd,stock\nmoon-stone,Moon Stone,crystal,1240.00,9.50,12\n'
    const { useShop }: Program = await import(programFile)
    const results = await useShop({ baseUrl, adminToken, picture: await pictureFile(), csv })
    expect(results.report).toMatchObject({ added: 1, wrong: 0, applied: true })
    expect(results.uploaded.picture).toMatchObject({ width: 480, height: 600 })
    expect(results.product).toMatchObject({ name: 'Moon Stone', stockQuantity: 12 })
    expect(results.order).toMatchObject({ totalAmount: 2 * 1240 + 100, currency: 'NPR' })
    expect(results.orders.map((order) => order.orderNumber)).toEqual([results.order.orderNumber])
    expect(results.review).toMatchObject({ rating: 5, status: 'waiting' })
    expect(results.rejection).toBe('Cart is empty')
    const { body } = await shop.json('/api/product/moon-stone')
    expect(body.stockQuantity).toBe(10)
  }, 120_000)
})
