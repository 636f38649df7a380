import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import { Json as JsonParser } from '@stoplight/spectral-parsers'
import { oas } from '@stoplight/spectral-rulesets'
import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { databaseKind } from '#tests/support/shop.ts'
import { docsPage } from './docs.ts'
import { endpoints } from './index.ts'
import { type Operation, openApiDocument } from './openapi.ts'

const document = openApiDocument(endpoints, 'https://alpine.shop')
const { paths, components, tags, info } = document
const source = JSON.stringify(document)
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
)
const operation = (name: string) => Object.fromEntries(operations)[name] as Operation

// The document does not depend on the database, so one of the two is enough.
describe.runIf(databaseKind === 'pglite')('public validators', { timeout: 120_000 }, () => {
  test('Redocly reports no problems with its recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  test('Spectral reports no problems with its recommended rules', async () => {
    const linter = new spectral.Spectral()
    linter.setRuleset(new spectral.Ruleset({ extends: [[oas, 'recommended']] }))
    const problems = await linter.run(new spectral.Document(source, JsonParser, 'openapi.json'))
    expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
  })

  test('html-validate reports no problems on the documentation page', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'] })
    const { results } = await validator.validateString(docsPage(document))
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => [ruleId, message]))).toEqual([])
  })
})

describe('every operation', () => {
  test('has a unique operationId in camelCase', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(endpoints.length)
  })

  test('has exactly one declared tag, and every tag is used', () => {
    const used = operations.map(([, each]) => each.tags)
    expect(used.every((names) => names.length === 1)).toBe(true)
    expect(new Set(used.flat())).toEqual(new Set(tags.map(({ name }) => name)))
    expect(tags.every(({ description }) => description.length > 0)).toBe(true)
  })

  test('declares whether a token is required, optional or ignored', () => {
    for (const [name, { security, ...rest }] of operations) {
      const isPublic = rest['x-audience'] === 'public'
      expect([name, security.some((each) => Object.keys(each).length === 0) || security.length === 0]).toEqual([
        name,
        isPublic,
      ])
    }
    expect(operation('get /api/location').security).toEqual([])
    expect(operation('post /api/authentication/logout').security).toEqual([{}, { token: [] }])
    expect(operation('post /api/order').security).toEqual([{ token: [] }])
  })

  test('documents the errors of its audience and its input', () => {
    for (const [name, { responses, requestBody, security }] of operations) {
      const expected = ['429', '503', 'default']
      if (requestBody) expected.push('400', '408', '413', '415')
      if (security.length === 1) expected.push('401')
      if (name.includes('/api/admin/')) expected.push('403')
      expect([name, expected.filter((status) => !responses[status])]).toEqual([name, []])
    }
    expect(Object.keys(operation('post /api/order').responses)).toEqual([
      '201',
      '400',
      '401',
      '404',
      '408',
      '409',
      '413',
      '415',
      '429',
      '503',
      'default',
    ])
  })

  test('has a response schema', () => {
    const vague = operations.flatMap(([name, { responses }]) =>
      Object.entries(responses)
        .filter(([status]) => /^20[01]$/.test(status))
        .flatMap(([, { content = {} }]) => Object.values(content))
        .filter(({ schema }) => !schema.$ref && schema.type !== 'string')
        .map(() => name),
    )
    expect(vague).toEqual([])
    const untyped = Object.entries(components.schemas).filter(([, { type }]) => type === undefined)
    expect(untyped).toEqual([])
  })

  test('has the schema of the current record in the 409 for an outdated version', () => {
    const { content } = operation('put /api/admin/products/{productId}').responses[409] ?? {}
    expect(content?.['application/json']?.schema).toMatchObject({
      properties: { current: { $ref: '#/components/schemas/ProductRecord' } },
    })
  })
})

test('has a contact and a license', () => {
  expect(info.contact.url).toBe('https://alpine.shop')
  expect(info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
})

test('rejects two different schemas with the same id', () => {
  const [list, ...rest] = endpoints
  const clash = [list, ...rest].map((each) => ({ ...each }) as (typeof endpoints)[number])
  const cart = clash.find(({ operationId }) => operationId === 'addToCart')
  if (cart) cart.body = cart.answer as typeof cart.body
  expect(() => openApiDocument(clash, 'https://alpine.shop')).toThrow('Two different schemas have the id')
})

describe('uploads', () => {
  const file = { type: 'string', format: 'binary', contentMediaType: 'image/*' }

  test('document each form field, and which fields are files', () => {
    expect(operation('post /api/admin/pictures').requestBody?.content).toEqual({
      'multipart/form-data': {
        schema: { $ref: '#/components/schemas/PictureUpload' },
        encoding: { file: { contentType: 'image/*' } },
      },
    })
    expect(components.schemas.PictureUpload).toMatchObject({ properties: { file }, required: ['file'] })
    expect(operation('post /api/reviews').requestBody?.content['multipart/form-data']?.encoding).toEqual({
      pictures: { contentType: 'image/*' },
    })
    expect(components.schemas.ReviewToWrite).toMatchObject({
      properties: { pictures: { type: 'array', items: file, maxItems: 3 } },
      required: ['productId', 'rating', 'description'],
    })
  })

  test('of CSV document the columns', () => {
    const { description, content } = operation('post /api/admin/products/import').requestBody ?? {}
    expect(description).toContain('slug, name, description, category, price_npr')
    expect(content).toMatchObject({ 'text/csv': { schema: { type: 'string' } } })
  })
})

describe('the rules of registration', () => {
  const { username, password, email } = (components.schemas.Registration?.properties ?? {}) as Record<
    string,
    { pattern: string; minLength: number; maxLength: number; format?: string; description?: string }
  >
  const fits = (rule: typeof username, text: string) =>
    [...text].length >= (rule?.minLength ?? 0) &&
    text.length <= (rule?.maxLength ?? 0) &&
    new RegExp(rule?.pattern ?? '', 'u').test(text)

  const body = endpoints.find(({ operationId }) => operationId === 'register')?.body
  const isAccepted = (change: object) =>
    body?.safeParse({ username: 'AshaGurung', email: 'asha@people.example', password: 'Himalaya-2026', ...change })
      .success

  test.each([
    ...['Himalaya-2026', 'Ab1 👩‍🚀🏔🏔🏔', 'ÄÖÜäöü12', 'Aa345678\n', `Aa1${'x'.repeat(253)}`],
    ...['', 'Ab1', 'himalaya-2026', 'HIMALAYA-2026', 'Himalaya', 'Aa1👩‍🚀', 'Himalaya-2026\0', `Aa1${'x'.repeat(254)}`],
  ])('for the password %j are documented as enforced', (text) => {
    expect(fits(password, text)).toBe(isAccepted({ password: text }))
  })

  test.each(['AshaGurung', 'Asha Gurung', 'आशा', 'a'.repeat(120), '', 'asha@home', 'a'.repeat(121)])(
    'for the username %j are documented as enforced',
    (text) => {
      expect(fits(username, text)).toBe(isAccepted({ username: text }))
    },
  )

  test('have descriptions, and the email has a format', () => {
    expect(username?.description).toContain('@')
    expect(password?.description).toContain('uppercase')
    expect(email?.format).toBe('email')
  })
})
