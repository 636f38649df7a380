import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#platform/root.server.ts'
import { round, spreadOf } from './report.ts'
import { cleanEnvironment } from './shop-process.ts'
import type { Figure } from './stage.ts'

const mostSeconds = 3
const opensWithinMs = 180_000

/** `npm start` once more: nothing to install, nothing to build, and a data folder that is filled already. */
export const secondStart: Figure = {
  name: 'second start',
  async take(stage) {
    const dataDir = await stage.folder()
    const first = await startOnce(dataDir)
    const again: number[] = []
    for (let turn = 0; turn < (stage.quick ? 2 : 5); turn++) again.push(await startOnce(dataDir))
    const best = Math.min(...again)
    return [
      {
        what: 'second npm start on PGlite, until it answers',
        measured: `first one ${round(first)} s`,
        yardstick: '',
        figure: `${round(best, 2)} s`,
        spread: `${spreadOf(again, 2)} s`,
        budget: `< ${mostSeconds} s`,
        ok: best < mostSeconds,
        raw: { first, again },
      },
    ]
  },
}

/** Seconds from the command to the first answer. */
async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: projectRoot,
    env: cleanEnvironment({ DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', MODE: 'demo' }),
    stdio: 'ignore',
    shell: process.platform === 'win32',
  })
  const ended = once(npm, 'exit')
  const stop = () => stopShopIn(dataDir)
  process.once('exit', stop)
  try {
    while (!(await answers(port))) {
      if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`)
      if (performance.now() - startedAt > opensWithinMs) throw new Error('npm start did not open the shop')
      await sleep(10)
    }
    return (performance.now() - startedAt) / 1000
  } finally {
    stop()
    await ended
    process.off('exit', stop)
  }
}

/** npm stands between us and the shop, so it is stopped by the number that it left in its folder. */
function stopShopIn(dataDir: string): void {
  const lock = path.join(dataDir, 'alpine.lock')
  if (existsSync(lock)) process.kill((JSON.parse(readFileSync(lock, 'utf8')) as { pid: number }).pid, 'SIGTERM')
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
