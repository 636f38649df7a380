import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import { finding, type Scenario } from './scenario.ts'

/** F1: `kill -9` while orders are being placed, on both databases. server/killed.test.ts checks the invariants. */
export const killed: Scenario = {
  name: 'killed',
  short: false,
  async run(context) {
    const kills = context.quick ? '3' : '50'
    const findings = []
    for (const database of ['postgres', 'pglite']) {
      const vitest = path.join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs')
      const args = [vitest, 'run', '--project', database, '--testTimeout', String(60 * 60_000), 'server/killed.test.ts']
      const env = { ...process.env, KILLS: kills, TEST_ALL: '1', NODE_ENV: undefined }
      const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: 'inherit' })
      const ended = once(child, 'exit')
      context.onClose(async () => {
        if (child.kill()) await ended
      })
      const [code] = await ended
      findings.push(finding(`${kills} kills, ${database}`, code === 0 ? 'passed' : 'failed', 'passed', code === 0))
    }
    return findings
  },
}
