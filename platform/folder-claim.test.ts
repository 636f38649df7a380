import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inFull } from '#tests/support/full-run.ts'
import { databaseKind } from '#tests/support/shop.ts'
import { claimFolder, readClaim } from './folder-claim.server.ts'
import { projectRoot } from './root.server.ts'

const processCount = inFull(200, 6)

/** Waits for input, claims the folder, prints the outcome and keeps running. */
const contender = `
  const { claimFolder } = await import('#platform/folder-claim.server.ts')
  process.stdin.once('data', () => {
    try {
      claimFolder(process.argv[1], 'http://shop.test')
      process.stdout.write('won')
    } catch (error) {
      process.stdout.write(error.message)
    }
  })
  process.stdout.write('ready')
`
const nodeArgs = ['--input-type=module', '--eval', contender]

type Contender = { child: ChildProcess; claim(): Promise<string>; kill(): Promise<void> }

let folder: string
let contenders: Contender[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alpine-claim-'))
  contenders = []
})
afterEach(async () => {
  await Promise.all(contenders.map(({ kill }) => kill()))
  await rm(folder, { recursive: true, force: true })
})

async function startContender(command = process.execPath, args: string[] = []): Promise<Contender> {
  const child = spawn(command, [...args, ...nodeArgs, folder], {
    cwd: projectRoot,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const output = async () => String((await Promise.race([once(child.stdout, 'data'), exited]))[0])
  const started: Contender = {
    child,
    claim: () => {
      const outcome = output()
      child.stdin.write('go\n')
      return outcome
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
  contenders.push(started)
  expect(await output()).toBe('ready')
  return started
}

const namespaceFlags = ['--pid', '--fork', '--kill-child', '--mount-proc', process.execPath]
/** Needs root, or unprivileged user namespaces. */
const noNamespaces =
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
    ? ''
    : ' (not run: `unshare --pid` is not allowed here)'

describe.runIf(databaseKind === 'pglite')('the lock of a data folder', () => {
  test(`is acquired by exactly one of ${processCount} concurrent processes`, { timeout: 240_000 }, async () => {
    const all = await Promise.all(Array.from({ length: processCount }, () => startContender()))
    const outcomes = await Promise.all(all.map(({ claim }) => claim()))
    expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1)
    const rejections = outcomes.filter((outcome) => outcome !== 'won')
    expect(rejections.filter((line) => !/^The data folder is in use by .+: stop it first$/.test(line))).toEqual([])
  })

  test('is released when its process is killed', async () => {
    const holder = await startContender()
    expect(await holder.claim()).toBe('won')
    expect(readClaim(folder)).toEqual({ pid: holder.child.pid, host: hostname(), url: 'http://shop.test' })
    await holder.kill()
    expect(readClaim(folder)).toBeUndefined()
    claimFolder(folder, 'http://next.test')()
  })

  test.runIf(noNamespaces === '')(`works between PID namespaces, in both directions${noNamespaces}`, async () => {
    const inside = await startContender('unshare', namespaceFlags)
    expect(await inside.claim()).toBe('won')
    const outside = await startContender()
    expect(await outside.claim()).toMatch(/^The data folder is in use by process \d+ /)
    await inside.kill()
    await expect.poll(() => readClaim(folder), { timeout: 10_000 }).toBeUndefined()
    const release = claimFolder(folder, 'http://outside.test')
    onTestFinished(release)
    const next = await startContender('unshare', namespaceFlags)
    expect(await next.claim()).toContain(`in use by process ${process.pid} (http://outside.test)`)
  })

  test('leaves nothing but the lock file behind', () => {
    claimFolder(folder, 'http://shop.test')()
    expect(readdirSync(folder)).toEqual(['lock.db'])
  })

  test('prevents npm run reset from deleting anything', { timeout: 60_000 }, () => {
    const reset = () =>
      spawnSync(process.execPath, ['scripts/reset.mjs'], {
        cwd: projectRoot,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, DATABASE_URL: '' },
      })
    const release = claimFolder(folder, 'http://shop.test')
    const rejected = reset()
    expect([rejected.status, rejected.stdout]).toEqual([1, ''])
    expect(rejected.stderr).toContain(`in use by process ${process.pid} (http://shop.test): stop it first`)
    expect(existsSync(path.join(folder, 'alpine.lock'))).toBe(true)
    release()
    expect(reset().stdout).toContain('is already empty')
  })
})
