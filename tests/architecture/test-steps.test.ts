import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectRoot } from '#platform/root.server.ts'

const quietStepSource = (end: string) => `
  const { runStep } = await import('./scripts/install.mjs')
  const script = 'console.log("first detail"); console.error("second detail"); ${end}'
  console.log('ended with ' + (await runStep(process.execPath, ['--eval', script], { quiet: true })))
`

function run(end: string) {
  const args = ['--input-type=module', '--eval', quietStepSource(end)]
  return spawnSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' })
}

test('the output of a step that succeeds is not printed', () => {
  const { stdout, stderr } = run('process.exit(0)')
  expect([stdout, stderr]).toEqual(['ended with 0\n', ''])
})

test('a step that fails prints its whole output', () => {
  const { stdout, stderr } = run('process.exit(3)')
  expect(stdout).toBe('ended with 3\n')
  expect(stderr.split('\n').sort()).toEqual(['', 'first detail', 'second detail'])
})

test('a step that is killed prints its whole output', () => {
  const { stdout, stderr } = run('process.kill(process.pid, "SIGKILL")')
  expect(stdout).toBe('ended with 137\n')
  expect(stderr.split('\n').sort()).toEqual(['', 'first detail', 'second detail'])
})
