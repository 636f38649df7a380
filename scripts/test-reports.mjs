import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './install.mjs'

/*
 * What a test runner's JSON report says: the tests that failed, each with the command that repeats it, and the tests
 * that did not run, each with what it needs.
 */

const relative = (file) => path.relative(projectRoot, file).split(path.sep).join('/')
const inPattern = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

export function readVitest(file, command) {
  if (!existsSync(file)) return {}
  const tests = read(file).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(name) })),
  )
  const failures = tests
    .filter(({ status }) => status === 'failed')
    .map(({ file, fullName }) => ({
      name: `${file} ${fullName}`,
      repeat: `${command} ${file} -t ${JSON.stringify(inPattern(fullName))}`,
    }))
  return { failures, count: tests.filter(({ status }) => status === 'passed').length }
}

export function readPlaywright(file) {
  if (!existsSync(file)) return {}
  const tests = read(file).suites.flatMap(testsOf)
  const failures = tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ place, title, projectName, results }) => ({
      name: `[${projectName}] ${place} ${title}`,
      screenshot: results.flatMap(({ attachments }) => attachments).find(({ name }) => name === 'screenshot')?.path,
      repeat: `npm test -- e2e ${place} --project=${JSON.stringify(projectName)}`,
    }))
  const notRun = tests
    .filter(({ status }) => status === 'skipped')
    .map(({ place, title, annotations }) => {
      const reason = annotations.find(({ type }) => type === 'skip')?.description
      return `${place} ${title}: ${reason ?? 'skipped'}`
    })
  return { failures, notRun, count: tests.filter(({ status }) => status === 'expected').length }
}

function testsOf({ specs = [], suites = [] }) {
  return [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests.map((test) => ({ ...test, place: `${file}:${line}`, title })),
    ),
    ...suites.flatMap(testsOf),
  ]
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
