import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { weakPasswordMessage } from '#modules/accounts/password-rules.ts'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, linkTo, person } from '#tests/support/accounts.ts'
import { first } from '#tests/support/response-types.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const password = 'Namaste-1234'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ environment: { SITE_URL: 'https://alpine.test' } })
})
afterAll(() => shop.close())

const post = <P extends string>(path: P, body?: unknown, on = shop) =>
  on.json(`/api/authentication/${path}`, as(undefined, 'POST', body))
const login = (username: string, enteredPassword = password, on = shop) =>
  post('login', { username, password: enteredPassword }, on)
const register = (fields: Record<string, unknown>) =>
  post('register?role=Customer', { username: 'AshaGurung', email: 'asha@people.example', password, ...fields })
const users = () =>
  readRows<{ username: string; email: string; name: string; role: string; confirmed: boolean }>(
    shop.db,
    sql`select username, email, name, role, email_confirmed_at is not null as confirmed from users order by id`,
  )

describe('registration', () => {
  test('creates a customer, returns the username and emails a link to the site URL', async () => {
    const { status, body } = await register({ firstName: 'Asha', lastName: 'Gurung' })
    expect(status).toBe(201)
    expect(body.message).toContain('AshaGurung')
    expect(await users()).toEqual([
      { username: 'AshaGurung', email: 'asha@people.example', name: 'Asha Gurung', role: 'Customer', confirmed: false },
    ])
    const { url } = await linkTo(shop, 'asha@people.example', '/confirm-email')
    expect(url.origin).toBe('https://alpine.test')
    expect(url.searchParams.get('email')).toBe('asha@people.example')
    expect((await login('asha@people.example')).status).toBe(200)
  })

  test('appends a number to a taken username, ignoring letter case, and returns it', async () => {
    for (const [email, username] of [
      ['asha2@people.example', 'ashagurung'],
      ['asha3@people.example', 'AshaGurung'],
    ]) {
      const { status, body } = await register({ email, username })
      expect(status).toBe(201)
      expect(body.message).toContain(email?.startsWith('asha2') ? 'ashagurung2' : 'AshaGurung3')
    }
    expect((await login('ASHAGURUNG3')).body.userEmail).toBe('asha3@people.example')
  })

  test.each([
    ['/shop/crystal/citrine-point#intent=buy&product=12', '/shop/crystal/citrine-point#intent=buy&product=12'],
    ['/shop?Name=call+this+number', '/shop'],
    ['https://evil.example/shop', null],
    ['//evil.example', null],
  ])('puts only a safe path of the shop into the emailed link: %s', async (returnTo, expected) => {
    const email = `back${returnTo.length}@people.example`
    expect((await register({ username: `Back${returnTo.length}`, email, returnTo })).status).toBe(201)
    const { url } = await linkTo(shop, email, '/confirm-email')
    expect(url.searchParams.get('returnTo')).toBe(expected)
  })

  test('gives ten concurrent registrations ten different usernames', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => register({ username: 'MayaRai', email: `maya${n}@people.example` })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const names = (await users()).map(({ username }) => username).filter((name) => name.startsWith('MayaRai'))
    expect(new Set(names).size).toBe(10)
  })

  test('rejects a taken email, ignoring letter case', async () => {
    const { status, body } = await register({ username: 'Somebody', email: 'ASHA@people.example' })
    expect(status).toBe(409)
    expect(body.errors?.[0]).toMatchObject({ code: 'DuplicateEmail', field: 'email' })
  })

  test.each([
    ['देवनागरी', { username: 'आशागुरुङ', firstName: 'आशा', lastName: 'गुरुङ', email: 'dev@people.example' }, 'आशा गुरुङ'],
    ['spaces', { username: '  Mary  Ann Smith ', email: 'mary@people.example' }, 'Mary Ann Smith'],
    [
      'script',
      { username: '<img src=x onerror=alert(1)>', email: 'xss@people.example' },
      '<img src=x onerror=alert(1)>',
    ],
    ['joiners', { username: 'क्‍षितिज', email: 'zwj@people.example' }, 'क्‍षितिज'],
    [
      'apostrophes',
      { username: "O'Brien'; drop table users;--", email: 'obrien@people.example' },
      "O'Brien'; drop table users;--",
    ],
  ])('accepts %s in a name unchanged', async (_, fields, name) => {
    expect((await register(fields)).status).toBe(201)
    expect((await users()).at(-1)).toMatchObject({ name, email: fields.email })
    const { html } = await latestEmail(shop, fields.email)
    expect(html).not.toContain('<img')
  })

  test('stores full-width letters as ordinary ones, and accepts both for signing in', async () => {
    expect((await register({ username: 'ＷｉｄｅＮａｍｅ', email: 'wide@people.example' })).status).toBe(201)
    expect((await users()).at(-1)).toMatchObject({ username: 'WideName' })
    for (const name of ['widename', 'ｗｉｄｅｎａｍｅ', 'wide＠people.example']) {
      expect([name, (await login(name)).status]).toEqual([name, 200])
    }
  })

  test('ignores fields that a client may not set', async () => {
    const fields = {
      username: 'Sly',
      email: 'sly@people.example',
      role: 'Owner',
      emailConfirmed: true,
      userId: 'x',
      id: 'x',
    }
    expect((await register(fields)).status).toBe(201)
    expect((await users()).at(-1)).toMatchObject({ role: 'Customer', confirmed: false })
  })

  test.each([
    [{ username: '' }, 'username'],
    [{ username: '   ' }, 'username'],
    [{ username: undefined }, 'username'],
    [{ username: 7 }, 'username'],
    [{ username: null }, 'username'],
    [{ username: 'a@b' }, 'username'],
    [{ username: 'a\0b' }, 'username'],
    [{ username: 'asha＠gurung' }, 'username'],
    ...['\u200b', '\u3164', '\u2800', '\u00ad', '\u2060', '\ufeff', '\u115f', '\uffa0', '\u0301', '\u{e0041}'].flatMap(
      (blank): [Record<string, unknown>, string][] => [
        [{ username: blank }, 'username'],
        [{ firstName: ` ${blank}${blank}` }, 'firstName'],
        [{ lastName: blank }, 'lastName'],
      ],
    ),
    [{ username: 'Asha\u200bGurung' }, 'username'],
    [{ username: 'Asha\u3164' }, 'username'],
    [{ username: 'a\r\nb' }, 'username'],
    [{ username: '\ud800' }, 'username'],
    [{ username: 'abc\u202edcba' }, 'username'],
    [{ username: 'a'.repeat(121) }, 'username'],
    [{ username: 'a'.repeat(100_000) }, 'username'],
    [{ firstName: '\0' }, 'firstName'],
    [{ lastName: 'x'.repeat(81) }, 'lastName'],
    [{ email: undefined }, 'email'],
    [{ email: 'asha' }, 'email'],
    [{ email: 'asha@' }, 'email'],
    [{ email: 'a b@c.de' }, 'email'],
    [{ email: 'a\0@c.de' }, 'email'],
    [{ email: 'a@c.de\r\nBcc: x@y.zz' }, 'email'],
    [{ email: '<script>@c.de' }, 'email'],
    [{ email: ['a@c.de'] }, 'email'],
    [{ email: `${'a'.repeat(250)}@c.de` }, 'email'],
    [{ password: undefined }, 'password'],
    [{ password: 12345678 }, 'password'],
    [{ password: 'Short1' }, 'password'],
    [{ password: 'alllower1' }, 'password'],
    [{ password: 'ALLUPPER1' }, 'password'],
    [{ password: 'NoDigitsHere' }, 'password'],
    [{ password: 'Nul\0inside1' }, 'password'],
    [{ password: `Aa1${'x'.repeat(254)}` }, 'password'],
  ])('rejects %j and stores nothing', async (fields, field) => {
    const before = await users()
    const { status, body } = await register({ username: 'Bad', email: 'bad@people.example', ...fields })
    expect(status).toBe(400)
    const firstError = first(body.errors)
    expect(firstError.field).toBe(field)
    expect(body.message).toBe(firstError.description)
    expect(await users()).toEqual(before)
  })

  test('rejects a weak password with the sentence of the specification', async () => {
    expect((await register({ email: 'weak@people.example', password: 'weak' })).body.message).toBe(weakPasswordMessage)
  })

  test.each(['Owner', 'Manager', 'Packer', 'customer', ''])('rejects the role %j', async (role) => {
    const fields = { username: 'Bad', email: 'bad@people.example', password }
    expect((await post(`register?role=${role}`, fields)).status).toBe(400)
  })
})

describe('login', () => {
  test.each([
    ['64 characters', `Aa1${'x'.repeat(61)}`, `Aa1${'x'.repeat(60)}`],
    ['256 characters', `Aa1${'x'.repeat(253)}`, `Aa1${'x'.repeat(252)}y`],
    ['beyond 72 bytes', `${'क'.repeat(60)}Aa1-end`, `${'क'.repeat(60)}Aa1-END`],
    ['spaces', '  Aa1 two  spaces ', 'Aa1 two  spaces'],
    ['emoji', 'Aa1-🏔️-🪨-💎', 'Aa1-🏔️-🪨-🔮'],
  ])('compares a password with %s exactly', async (kind, right, wrong) => {
    const { email } = await person(shop, `Exact ${kind}`, { password: right })
    expect((await login(email, right)).status).toBe(200)
    expect((await login(email, wrong)).status).toBe(401)
  })

  test('does the same work and gives the same response for an unknown name, a wrong password and no password', async () => {
    const ownShop = await testShop()
    const asha = await person(ownShop, 'Asha Same', { password })
    const withoutPassword = await person(ownShop, 'Only OpenID')
    const results: unknown[] = []
    for (const name of [asha.email, asha.username, 'nobody@people.example', 'Nobody', withoutPassword.email]) {
      const before = ownShop.passwords.completed()
      const statements = await ownShop.countStatements(async () => {
        const response = await ownShop.fetch(
          '/api/authentication/login',
          as(undefined, 'POST', { username: name, password: 'Wrong-12345' }),
        )
        const headers = [...response.headers.keys()].sort()
        results.push({ status: response.status, body: await response.text(), headers })
      })
      results.push({ hashed: ownShop.passwords.completed() - before, statements })
    }
    for (let index = 2; index < results.length; index++) expect(results[index]).toEqual(results[index - 2])
    expect(results[0]).toMatchObject({ status: 401, body: '{"message":"Login failed"}' })
    expect(results[1]).toEqual({ hashed: 1, statements: 1 })
  })

  test.each([
    [{ password }, 'username'],
    [{ username: '', password }, 'username'],
    [{ username: 'a\0', password }, 'username'],
    [{ username: {}, password }, 'username'],
    [{ username: 'a'.repeat(255), password }, 'username'],
    [{ username: 'asha' }, 'password'],
    [{ username: 'asha', password: '' }, 'password'],
    [{ username: 'asha', password: ['x'] }, 'password'],
    [{ username: 'asha', password: 'x'.repeat(257) }, 'password'],
  ])('rejects %j', async (credentials, field) => {
    const { status, body } = await post('login', credentials)
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
  })

  test("treats ' or '1'='1 as a name", async () => {
    expect((await login("' or '1'='1", "' or '1'='1")).status).toBe(401)
  })
})

describe('the welcome email', () => {
  test('is sent once, with the username, when the email is confirmed', async () => {
    await register({ username: 'AshaGurung', email: 'late@people.example' })
    const { url } = await linkTo(shop, 'late@people.example', '/confirm-email')
    for (const _ of [1, 2]) {
      const { status, body } = await shop.json(`/api/authentication/confirm-email?${url.searchParams}`)
      expect({ status, body }).toEqual({ status: 200, body: { message: 'Email confirmed successfully' } })
    }
    await allJobsDone(shop)
    const emails = await readRows<{ subject: string; text: string }>(
      shop.db,
      sql`select subject, text from emails where to_address = 'late@people.example' order by id`,
    )
    expect(emails.map(({ subject }) => subject)).toEqual(['Please confirm your email', 'Welcome to ALPINE'])
    expect(emails[1]?.text).toMatch(/AshaGurung\d/)
    expect((await users()).find(({ email }) => email === 'late@people.example')?.confirmed).toBe(true)
  })
})

test('the log contains no password, token or email address, and no response contains a token', async () => {
  const ownShop = await testShop({ environment: { LOG_LEVEL: 'trace' } })
  const canary = { email: 'canary@people.example', password: 'Canary-pass-1' }
  const responses: string[] = []
  const call = async (path: string, init: RequestInit) => responses.push(await (await ownShop.fetch(path, init)).text())
  const fields = { username: 'CanaryBird', ...canary }
  await call('/api/authentication/register?role=Customer', as(undefined, 'POST', fields))
  await call('/api/authentication/register?role=Customer', as(undefined, 'POST', fields))
  const confirm = await linkTo(ownShop, canary.email, '/confirm-email')
  await call(`/api/authentication/forgot-password?email=${canary.email}`, as(undefined, 'POST'))
  const reset = await linkTo(ownShop, canary.email, '/reset-password')
  await call(`/api/authentication/confirm-email${confirm.url.search}`, {})
  await call(`/api/authentication/confirm-email?token=${confirm.token}x&email=${canary.email}`, {})
  await call(`/confirm-email${confirm.url.search}`, {})
  const { body: session } = await login(canary.email, canary.password, ownShop)
  await call('/api/authentication/login', as(undefined, 'POST', { username: canary.email, password: 'Canary-wrong-1' }))
  await call(`/api/userdetails/${session.userId}/data`, as(session))
  const next = { password: 'Canary-next-1', confirmPassword: 'Canary-next-1' }
  await call(
    '/api/authentication/reset-password',
    as(undefined, 'POST', { ...next, email: canary.email, token: reset.token }),
  )
  await ownShop.db.execute(sql`drop table sessions cascade`)
  expect((await login(canary.email, next.password, ownShop)).status).toBe(500)
  for (const secret of [confirm.token, reset.token]) {
    expect(responses.join()).not.toContain(secret)
    expect(ownShop.logged()).not.toContain(secret)
  }
  for (const secret of [session.token, canary.email, canary.password, 'Canary-wrong-1', 'Canary-next-1', 'argon2id'])
    expect(ownShop.logged()).not.toContain(secret)
  expect(responses.join()).not.toMatch(/argon2id|\bat \S+\.ts:/)
})
