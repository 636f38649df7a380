import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
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

/** Seconds from the command to the first answer. The shop is stopped by the number it left in its folder. */
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
  while (!(await answers(port))) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`)
    if (performance.now() - startedAt > opensWithinMs) throw new Error('npm start did not open the shop')
    await sleep(10)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const { pid } = JSON.parse(readFileSync(path.join(dataDir, 'alpine.lock'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGTERM')
  await ended
  return seconds
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
