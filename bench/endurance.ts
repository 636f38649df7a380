import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import type { Row } from './report.ts'
import type { Benchmark, RunContext } from './run-context.ts'

const kills = 50
const runs = 2000

/** The order tests with more kills and thousands of random sequences. They check the invariants. */
export const endurance: Benchmark = {
  name: 'endurance',
  async run(context) {
    const environment = {
      KILLS: String(context.quick ? 5 : kills),
      MODEL_RUNS: String(context.quick ? 100 : runs),
      MODEL_MS: String(30 * 60_000),
    }
    const rows: Row[] = []
    for (const database of ['postgres', 'pglite']) {
      const passed = await testsPass(context, database, environment)
      rows.push({
        name: `orders with kills and random sequences, ${database}`,
        measured: `${environment.KILLS} kills, ${environment.MODEL_RUNS} sequences`,
        baseline: '',
        value: passed ? 'invariants hold' : 'invariants violated',
        spread: '',
        budget: 'invariants hold',
        ok: passed,
      })
    }
    return rows
  },
}

async function testsPass(context: RunContext, database: string, environment: Record<string, string>): Promise<boolean> {
  const vitest = path.join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs')
  const files = ['server/killed.test.ts', 'api/orders-model.test.ts']
  const args = [vitest, 'run', '--project', database, '--testTimeout', String(60 * 60_000), ...files]
  const env = { ...process.env, ...environment, TEST_ALL: '1', NODE_ENV: undefined }
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: 'inherit' })
  const ended = once(child, 'exit')
  context.onClose(async () => {
    if (child.kill()) await ended
  })
  const [code] = await ended
  return code === 0
}
