import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import type { Row } from './report.ts'
import type { Figure, Stage } from './stage.ts'

const kills = 50
const runs = 2000

/** The tests of buying, made longer: more kills, and thousands of random sequences. The oracle judges. */
export const endurance: Figure = {
  name: 'endurance',
  async take(stage) {
    const environment = {
      KILLS: String(stage.quick ? 5 : kills),
      MODEL_RUNS: String(stage.quick ? 100 : runs),
      MODEL_MS: String(30 * 60_000),
    }
    const rows: Row[] = []
    for (const database of ['postgres', 'pglite']) {
      const passed = await passes(stage, database, environment)
      rows.push({
        what: `orders through kills and random sequences, ${database}`,
        measured: `${environment.KILLS} kills, ${environment.MODEL_RUNS} sequences`,
        yardstick: '',
        figure: passed ? 'the oracle is content' : 'the oracle is not',
        spread: '',
        budget: 'content',
        ok: passed,
      })
    }
    return rows
  },
}

async function passes(stage: Stage, database: string, environment: Record<string, string>): Promise<boolean> {
  const vitest = path.join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs')
  const files = ['server/killed.test.ts', 'api/orders-model.test.ts']
  const args = [vitest, 'run', '--project', database, '--testTimeout', String(60 * 60_000), ...files]
  const env = { ...process.env, ...environment, TEST_ALL: '1', NODE_ENV: undefined }
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: 'inherit' })
  const ended = once(child, 'exit')
  stage.onClose(async () => {
    if (child.kill()) await ended
  })
  const [code] = await ended
  return code === 0
}
