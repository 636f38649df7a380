import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakePostgres } from '#tests/support/fake-postgres.ts'
import { freePort } from '#tests/support/free-port.ts'
import { runShop } from './shop-process.ts'
import { expect, test } from './visit.ts'

const projectRoot = path.resolve(import.meta.dirname, '../..')

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'alpine-start-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** `npm start` until its last line; then the shop gets what Ctrl-C sends. */
async function npmStart(settings: {
  DATA_DIR: string
  PORT: string
}): Promise<{ lines: string[]; code: number | null }> {
  const { PATH = '', HOME = '' } = process.env
  const npm = spawn('npm', ['start'], { cwd: projectRoot, env: { PATH, HOME, ...settings }, stdio: 'pipe' })
  let printed = ''
  const ended = new Promise<number | null>((resolve) => npm.once('close', resolve))
  const open = new Promise<void>((resolve) => {
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
        if (/^ +API +\S+\n/m.test(printed)) resolve()
      })
  })
  await Promise.race([open, ended])
  // npm runs it in a shell, which keeps signals to itself.
  const { pid } = JSON.parse(readFileSync(path.join(settings.DATA_DIR, 'alpine.lock'), 'utf8'))
  process.kill(pid, 'SIGINT')
  const code = await ended
  return { lines: printed.split('\n').slice(0, -1), code }
}

test('npm start prints a line for each step and the addresses, in at most 15 lines', async () => {
  test.slow()
  const settings = { DATA_DIR: path.join(folder, 'data'), PORT: String(await freePort()) }
  for (const demoShop of [/filling it/, /filled already/]) {
    const { lines, code } = await npmStart(settings)
    expect(code, lines.join('\n')).toBe(0)
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(15)
    const steps = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim())
    expect(steps).toEqual([
      expect.stringMatching(/^Install +up to date$/),
      expect.stringMatching(/^Build +up to date$/),
      expect.stringMatching(/^Database +PGlite in /),
      expect.stringMatching(demoShop),
      expect.stringMatching(/^The shop is open +http/),
      expect.stringMatching(/^Demo customer /),
      expect.stringMatching(/^Owner /),
      expect.stringMatching(/^Back office /),
      expect.stringMatching(/^Mails /),
      expect.stringMatching(/^API /),
    ])
  }
})

/** One sentence on stderr, nothing else, exit code 1. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runShop({ MODE: 'demo', PORT: '0', DATA_DIR: folder, ...settings })
  expect({ code, stdout, lines: stderr.split('\n').length - 1 }, stderr).toEqual({ code: 1, stdout: '', lines: 1 })
  return stderr.trimEnd()
}

test('a DATA_DIR that is a file, or inside one, stops the start with one sentence', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  for (const place of [file, path.join(file, 'data')])
    expect(await refusal({ DATA_DIR: place })).toBe(`DATA_DIR (${place}) is not a folder: choose another one.`)
  expect(await refusal({ DATA_DIR: file, DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' })).toContain('PostgreSQL at')
})

const isRoot = process.getuid?.() === 0

test('a DATA_DIR that may not be written stops the start with one sentence', async () => {
  test.skip(isRoot || process.platform === 'win32', 'root may write everywhere, and Windows has no modes')
  chmodSync(folder, 0o500)
  expect(await refusal({})).toMatch(/^DATA_DIR \(.+\) is not writable for this user: /)
})

test.describe('a disk', () => {
  const mayMount = process.platform === 'linux' && isRoot && spawnSync('mount', ['--version']).status === 0
  test.skip(!mayMount, 'a small disk of its own can be mounted only by root on Linux')
  const mount = (...args: string[]) => expect(spawnSync('mount', args).status, `mount ${args.join(' ')}`).toBe(0)
  let disk: string
  test.beforeEach(() => {
    disk = path.join(folder, 'disk')
    mkdirSync(disk)
  })
  test.afterEach(() => void spawnSync('umount', ['-l', disk]))

  test('that is too small for a new shop stops the start with one sentence', async () => {
    mount('-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk)
    expect(await refusal({ DATA_DIR: path.join(disk, 'data') })).toMatch(
      /^The disk of DATA_DIR \(.+\) has \d+ MB free and a new shop needs 64 MB: free some space\.$/,
    )
  })

  test('that is full or read-only stops the start with one sentence', async () => {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk)
    writeFileSync(path.join(disk, 'filler'), Buffer.alloc(1024 * 1024))
    expect(await refusal({ DATA_DIR: disk })).toBe(`The disk of DATA_DIR (${disk}) is full: free some space.`)
    mount('-o', 'remount,ro', disk)
    expect(await refusal({ DATA_DIR: path.join(disk, 'data') })).toMatch(/^The disk of DATA_DIR \(.+\) is read-only: /)
  })
})

test('a DATABASE_URL that cannot be used stops the start with one sentence, without its password', async () => {
  const password = { code: '28P01', message: 'password authentication failed for user "shop"' }
  const missing = { code: '3D000', message: 'database "shop" does not exist' }
  const fakes: [Parameters<typeof startFakePostgres>[0], RegExp][] = [
    [{ error: password }, /^PostgreSQL at \S+ does not accept the user or the password of DATABASE_URL\.$/],
    [{ error: missing }, /^The database "shop" of DATABASE_URL does not exist: create it first\.$/],
    [{ version: '14.13' }, /^PostgreSQL 14\.13 at \S+ is too old: the shop needs version 15 or newer\.$/],
  ]
  for (const [behaviour, sentence] of fakes) {
    const { url, close } = await startFakePostgres(behaviour)
    expect(await refusal({ DATABASE_URL: url })).toMatch(sentence)
    close()
  }
  const port = await freePort()
  const others: [string, RegExp][] = [
    [`postgres://shop:secret@127.0.0.1:${port}/shop`, /^PostgreSQL at 127\.0\.0\.1:\d+ refuses the connection: /],
    ['postgres://shop:secret@database.invalid/shop', /^The host of DATABASE_URL, database\.invalid, cannot be found: /],
    ['mysql://shop:secret@127.0.0.1/shop', /^DATABASE_URL: must look like postgres:/],
    ['127.0.0.1/shop', /^DATABASE_URL: must look like postgres:/],
  ]
  for (const [url, sentence] of others) {
    const line = await refusal({ DATABASE_URL: url })
    expect(line).toMatch(sentence)
    expect(line).not.toContain('secret')
  }
})

test('a port that is in use, or a HOST of another machine, stops the start with one sentence', async () => {
  test.slow()
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const settings = { ...production, DATA_DIR: path.join(folder, 'data') }
  expect(await refusal({ ...settings, PORT: String(port) })).toBe(
    `Port ${port} on 127.0.0.1 is in use: stop the other program, or set PORT.`,
  )
  other.close()
  expect(await refusal({ ...settings, HOST: '192.0.2.1' })).toBe(
    'HOST 192.0.2.1 is not an address of this machine: correct HOST.',
  )
})

const production = {
  MODE: 'production',
  SITE_URL: 'https://shop.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Shop <shop@shop.example>',
  // A slow statement of a busy machine is a warning.
  LOG_LEVEL: 'error',
}

test('the licenses of all packages in the pages and the server are served', async ({ request }) => {
  const answer = await request.get('/licenses.txt')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await answer.text()
  const packages = ['react', 'react-dom', 'react-router', 'zustand', '@base-ui/react', 'embla-carousel', 'drizzle-orm']
  for (const name of [...packages, 'zod', 'tailwindcss', '@fontsource-variable/newsreader'])
    expect(text).toMatch(new RegExp(`^${name} [\\d.]+ \\(.+\\)\n\n(?:.+\n)*?.*(?:Copyright|License)`, 'm'))
  for (const owner of ['Meta Platforms', 'David Jerleke', 'The Newsreader Project Authors'])
    expect(text).toContain(owner)
  expect(text).toContain('SIL OPEN FONT LICENSE')
})
