import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './install.mjs'

/* Reads JSON reports of test runners: failed tests with the command that repeats them, and skipped tests with the reason. */

const relative = (file) => path.relative(projectRoot, file).split(path.sep).join('/')
const escapePattern = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

export function readVitest(file, command) {
  if (!existsSync(file)) return {}
  const tests = read(file).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(name) })),
  )
  const failures = tests
    .filter(({ status }) => status === 'failed')
    .map(({ file, fullName }) => ({
      name: `${file} ${fullName}`,
      repeat: `${command} ${file} -t ${JSON.stringify(escapePattern(fullName))}`,
    }))
  return { failures, count: tests.filter(({ status }) => status === 'passed').length }
}

export function readPlaywright(file) {
  if (!existsSync(file)) return {}
  const tests = read(file).suites.flatMap(flattenSuite)
  const failures = tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ location, title, projectName, results }) => ({
      name: `[${projectName}] ${location} ${title}`,
      screenshot: results.flatMap(({ attachments }) => attachments).find(({ name }) => name === 'screenshot')?.path,
      repeat: `npm test -- e2e ${location} --project=${JSON.stringify(projectName)}`,
    }))
  const notRun = tests
    .filter(({ status }) => status === 'skipped')
    .map(({ location, title, annotations }) => {
      const reason = annotations.find(({ type }) => type === 'skip')?.description
      return `${location} ${title}: ${reason ?? 'skipped'}`
    })
  return { failures, notRun, count: tests.filter(({ status }) => status === 'expected').length }
}

function flattenSuite({ specs = [], suites = [] }) {
  return [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests.map((test) => ({ ...test, location: `${file}:${line}`, title })),
    ),
    ...suites.flatMap(flattenSuite),
  ]
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
