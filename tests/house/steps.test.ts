import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectRoot } from '#platform/root.server.ts'

const runQuietly = (code: number) => `
  const { runStep } = await import('./scripts/install.mjs')
  const script = 'console.log("first detail"); console.error("second detail"); process.exit(${code})'
  console.log('ended with ' + (await runStep(process.execPath, ['--eval', script], { quiet: true })))
`

function run(code: number) {
  const args = ['--input-type=module', '--eval', runQuietly(code)]
  return spawnSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' })
}

test('a step that succeeds prints nothing of its own', () => {
  const { stdout, stderr } = run(0)
  expect([stdout, stderr]).toEqual(['ended with 0\n', ''])
})

test('a step that fails prints all that it had to say', () => {
  const { stdout, stderr } = run(3)
  expect(stdout).toBe('ended with 3\n')
  expect(stderr.split('\n').sort()).toEqual(['', 'first detail', 'second detail'])
})
