import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#platform/root.server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { round, spreadOf } from './report.ts'
import type { Benchmark } from './run-context.ts'
import { cleanEnvironment, readMetric } from './shop-process.ts'

const maxSeconds = 3
const startTimeoutMs = 180_000

/** `npm start` with everything installed, built and seeded. */
export const secondStart: Benchmark = {
  name: 'second start',
  async run(context) {
    const dataDir = await context.folder()
    const first = await startOnce(dataDir)
    const starts: Start[] = []
    for (let round = 0; round < (context.quick ? 2 : 5); round++) starts.push(await startOnce(dataDir))
    const times = starts.map(({ seconds }) => seconds)
    const best = Math.min(...times)
    const processor = Math.min(...starts.map(({ processorSeconds }) => processorSeconds))
    return [
      {
        name: 'second npm start on PGlite, until the first response',
        measured: `${round(processor, 2)} s of processor time`,
        baseline: `${round(first.seconds)} s for the first start`,
        value: `${round(best, 2)} s`,
        spread: `${spreadOf(times, 2)} s`,
        budget: `< ${maxSeconds} s`,
        ok: best < maxSeconds,
        raw: { first, starts },
      },
    ]
  },
}

type Start = { seconds: number; processorSeconds: number }

/** From the command to the first response. The processor time is more reliable on a busy machine. */
async function startOnce(dataDir: string): Promise<Start> {
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
    while (!(await isHealthy(port))) {
      if (npm.exitCode !== null) throw new Error(`npm start exited with ${npm.exitCode}`)
      if (performance.now() - startedAt > startTimeoutMs) throw new Error('npm start did not start the shop')
      await sleep(10)
    }
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, processorSeconds: await readMetric(`http://127.0.0.1:${port}`, 'process_cpu_seconds_total') }
  } finally {
    stop()
    await ended
    process.off('exit', stop)
  }
}

/** npm is the parent process, so the shop is stopped by the process id in its lock file. */
function stopShopIn(dataDir: string): void {
  const lock = path.join(dataDir, 'alpine.lock')
  if (existsSync(lock)) process.kill((JSON.parse(readFileSync(lock, 'utf8')) as { pid: number }).pid, 'SIGTERM')
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
  } catch {
    return false
  }
}
