import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runShop, runShopUnprivileged } from '#tests/e2e/support/shop-process.ts'
import { shopUnderTest } from '#tests/e2e/support/shop-under-test.ts'
import { startFakePostgres } from '#tests/support/fake-postgres.ts'
import { freePort } from '#tests/support/free-port.ts'
import { someOf } from '#tests/support/full-run.ts'
import { expect, onlyInFull, test } from './support/test.ts'

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'alpine-start-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('npm start prints one line per step and the URLs, in at most 15 lines', () => {
  const [lines] = shopUnderTest().startOutputs
  expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(15)
  const steps = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim())
  expect(steps).toEqual([
    expect.stringMatching(/^Install +up to date$/),
    expect.stringMatching(/^Build +up to date$/),
    expect.stringMatching(/^Database +PGlite in /),
    expect.stringMatching(/^Demo shop +seeding/),
    expect.stringMatching(/^The shop is open +http/),
    expect.stringMatching(/^Demo customer /),
    expect.stringMatching(/^Owner /),
    expect.stringMatching(/^Back office /),
    expect.stringMatching(/^Emails /),
    expect.stringMatching(/^API /),
  ])
})

test('the next start skips the seed and prints the same URLs and accounts', () => {
  const [first, second] = shopUnderTest().startOutputs
  expect(second).toContainEqual(expect.stringContaining('already seeded'))
  const urlLines = (lines: string[]) => lines.slice(lines.findIndex((line) => line.includes('The shop is open')))
  expect(urlLines(second)).toEqual(urlLines(first))
})

/** Expects exit code 1 and one line on stderr, and returns that line. */
async function startError(settings: Record<string, string>, run = runShop): Promise<string> {
  const { code, stdout, stderr } = await run({ MODE: 'demo', PORT: '0', DATA_DIR: folder, ...settings })
  expect({ code, stdout, lines: stderr.split('\n').length - 1 }, stderr).toEqual({ code: 1, stdout: '', lines: 1 })
  return stderr.trimEnd()
}

const files = [
  ['is a file', 'file'],
  ['is inside a file', 'file/data'],
] as const

for (const [title, file] of someOf(files, 2)) {
  test(`a DATA_DIR that ${title} stops the start with one sentence`, async () => {
    writeFileSync(path.join(folder, 'file'), '')
    const dataDir = path.join(folder, file)
    expect(await startError({ DATA_DIR: dataDir })).toBe(`DATA_DIR (${dataDir}) is not a folder: choose another one.`)
  })
}

test('with a DATABASE_URL the start checks PostgreSQL before DATA_DIR', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  expect(await startError({ DATA_DIR: file, DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' })).toContain(
    'PostgreSQL at',
  )
})

test('a read-only DATA_DIR stops the start with one sentence', async () => {
  test.skip(process.platform === 'win32', 'needs a system with folder permissions')
  chmodSync(folder, 0o500)
  expect(await startError({}, runShopUnprivileged)).toMatch(/^DATA_DIR \(.+\) is not writable for this user: /)
})

test.describe('a disk', () => {
  const isRoot = process.getuid?.() === 0
  const canMount = process.platform === 'linux' && isRoot && spawnSync('mount', ['--version']).status === 0
  test.skip(!canMount, 'needs root on Linux, to mount a small disk')
  const mount = (...args: string[]) => expect(spawnSync('mount', args).status, `mount ${args.join(' ')}`).toBe(0)
  let disk: string
  test.beforeEach(() => {
    disk = path.join(folder, 'disk')
    mkdirSync(disk)
  })
  test.afterEach(() => void spawnSync('umount', ['-l', disk]))

  test('that is too small for a new shop stops the start with one sentence', async () => {
    mount('-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk)
    expect(await startError({ DATA_DIR: path.join(disk, 'data') })).toMatch(
      /^The disk of DATA_DIR \(.+\) has \d+ MB free and a new shop needs 64 MB: free some space\.$/,
    )
  })

  test('that is full stops the start with one sentence', async () => {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk)
    writeFileSync(path.join(disk, 'filler'), Buffer.alloc(1024 * 1024))
    expect(await startError({ DATA_DIR: disk })).toBe(`The disk of DATA_DIR (${disk}) is full: free some space.`)
  })

  test('that is read-only stops the start with one sentence', async () => {
    mount('-t', 'tmpfs', '-o', 'size=1m,ro', 'tmpfs', disk)
    expect(await startError({ DATA_DIR: path.join(disk, 'data') })).toMatch(
      /^The disk of DATA_DIR \(.+\) is read-only: /,
    )
  })
})

const passwordError = { code: '28P01', message: 'password authentication failed for user "shop"' }
const missingDatabaseError = { code: '3D000', message: 'database "shop" does not exist' }

for (const [title, behaviour, sentence] of [
  [
    'that refuses the password',
    { error: passwordError },
    /^PostgreSQL at \S+ does not accept the user or the password of DATABASE_URL\.$/,
  ],
  [
    'without the database',
    { error: missingDatabaseError },
    /^The database "shop" of DATABASE_URL does not exist: create it first\.$/,
  ],
  [
    'that is too old',
    { version: '14.13' },
    /^PostgreSQL 14\.13 at \S+ is too old: the shop needs version 15 or newer\.$/,
  ],
] as const) {
  test(`a PostgreSQL ${title} stops the start with one sentence`, async () => {
    const { url, close } = await startFakePostgres(behaviour)
    expect(await startError({ DATABASE_URL: url })).toMatch(sentence)
    close()
  })
}

const databaseUrls = [
  [
    'to a closed port',
    'postgres://shop:secret@127.0.0.1:PORT/shop',
    /^PostgreSQL at 127\.0\.0\.1:\d+ refuses the connection: /,
  ],
  [
    'to an unknown host',
    'postgres://shop:secret@database.invalid/shop',
    /^The host of DATABASE_URL, database\.invalid, cannot be found: /,
  ],
  ['of another database', 'mysql://shop:secret@127.0.0.1/shop', /^DATABASE_URL: must look like postgres:/],
  ['without a scheme', '127.0.0.1/shop', /^DATABASE_URL: must look like postgres:/],
] as const

for (const [title, url, sentence] of someOf(databaseUrls, 2)) {
  test(`a DATABASE_URL ${title} stops the start with one sentence, without its password`, async () => {
    const line = await startError({ DATABASE_URL: url.replace('PORT', String(await freePort())) })
    expect(line).toMatch(sentence)
    expect(line).not.toContain('secret')
  })
}

const production = {
  MODE: 'production',
  SITE_URL: 'https://shop.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Shop <shop@shop.example>',
  // A slow statement on a busy machine logs a warning.
  LOG_LEVEL: 'error',
}

test('a port in use or a HOST of another machine stops the start with one sentence', {
  tag: onlyInFull,
}, async () => {
  test.slow()
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const settings = { ...production, DATA_DIR: path.join(folder, 'data') }
  expect(await startError({ ...settings, PORT: String(port) })).toBe(
    `Port ${port} on 127.0.0.1 is in use: stop the other program, or set PORT.`,
  )
  other.close()
  expect(await startError({ ...settings, HOST: '192.0.2.1' })).toBe(
    'HOST 192.0.2.1 is not an address of this machine: correct HOST.',
  )
})
