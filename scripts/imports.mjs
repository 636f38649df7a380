import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './install.mjs'

const inBrowser = /^app\/(?:features|ui|state|layouts|lib)\/(?!.*\.server\.)/

/**
 * The one direction of imports. Each room lists what it may see besides itself; a `!` forbids again. The first rule
 * whose `from` fits a file counts.
 */
const rules = [
  { from: /^shared\//, may: [] },
  { from: /^platform\//, may: ['shared'] },
  { from: /^modules\/(catalog|content)\//, may: ['platform', 'shared', 'modules/media', 'modules/audit'] },
  { from: /^modules\/(audit|settings|email)\//, may: ['platform', 'shared', 'modules/audit'] },
  { from: /^modules\/reports\//, may: ['platform', 'shared', 'modules/catalog'] },
  {
    from: /^modules\/enquiries\//,
    may: ['platform', 'shared', 'modules/email', 'modules/audit', 'modules/accounts'],
  },
  {
    from: /^modules\/quotes\//,
    may: [
      'platform',
      'shared',
      ...['accounts', 'audit', 'catalog', 'enquiries', 'email', 'media', 'orders'].map((it) => `modules/${it}`),
    ],
  },
  { from: /^modules\/accounts\//, may: ['platform', 'shared', 'modules/email', 'modules/audit'] },
  { from: /^modules\/addresses\//, may: ['platform', 'shared', 'modules/accounts'] },
  {
    from: /^modules\/orders\//,
    may: [
      'platform',
      'shared',
      ...['cart', 'addresses', 'accounts', 'audit', 'catalog', 'email', 'media', 'settings'].map(
        (it) => `modules/${it}`,
      ),
    ],
  },
  { from: /^modules\/(cart|wishlist)\//, may: ['platform', 'shared', 'modules/catalog', 'modules/media'] },
  { from: /^modules\/media\//, may: ['platform', 'shared'] },
  { from: /^modules\/[\w.-]+$/, may: ['modules', 'platform', 'shared'] },
  { from: inBrowser, may: ['app', 'shared', 'modules:browser'] },
  { from: /^app\//, may: ['modules', 'platform', 'shared'] },
  { from: /^api\//, may: ['modules', 'platform', 'shared'] },
  { from: /^server\//, may: ['api', 'app', 'modules', 'platform', 'shared', 'db'] },
  { from: /^db\//, may: ['modules', 'platform', 'shared'] },
  {
    from: /^(tests|bench|chaos)\//,
    may: ['tests', 'bench', 'server', 'api', 'app', 'modules', 'platform', 'shared', 'db', 'scripts'],
  },
]

const rooms = ['shared', 'platform', 'modules', 'app', 'api', 'server', 'db', 'tests', 'bench', 'chaos']
const statement =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

function sourceFiles() {
  return rooms.flatMap((room) =>
    readdirSync(path.join(projectRoot, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${room}/${name.split(path.sep).join('/')}`),
  )
}

function importsOf(file) {
  const text = readFileSync(path.join(projectRoot, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(statement)].map(([, named, bare, dynamic]) => named ?? bare ?? dynamic)
}

function resolve(file, target) {
  if (/^#\w/.test(target)) return target.slice(1)
  if (target.startsWith('.')) return path.posix.join(path.posix.dirname(file), target)
  return undefined
}

const moduleOf = (file) => /^modules\/([^/]+)\//.exec(file)?.[1]
const roomOf = (file) => moduleOf(file)?.replace(/^/, 'modules/') ?? file.split('/')[0]
const isTest = (file) => /\.test\.tsx?$/.test(file)

/** Why `file` may not import `target`, or nothing where it may. */
export function offence(file, target) {
  if (target.includes('+types/')) return undefined
  if (isTest(file)) return undefined
  if (isTest(target)) return 'nothing imports a test'
  const isPrivate = /\/(?:[a-z]+-)?(?:repo|tables)\.server\.ts$/.test(target)
  if (isPrivate && moduleOf(file) !== moduleOf(target)) return 'repo and tables are private to their module'
  if (inBrowser.test(file) && target.includes('.server.')) return 'what runs in the browser sees no .server file'
  if (roomOf(file) === roomOf(target)) return undefined
  const rule = rules.find(({ from }) => from.test(file))
  if (!rule) return 'no rule knows this room'
  const allowed = rule.may.some((room) =>
    room === 'modules:browser'
      ? target.startsWith('modules/') && !target.includes('.server.')
      : target === room || target.startsWith(`${room}/`),
  )
  return allowed ? undefined : `${roomOf(file)} may not see ${roomOf(target)}`
}

export function checkImports() {
  const files = sourceFiles()
  const found = []
  for (const file of files) {
    for (const name of importsOf(file)) {
      const target = resolve(file, name)
      const reason = target && offence(file, target)
      if (reason) found.push(`${file} imports ${target}: ${reason}`)
    }
  }
  return { files: files.length, found }
}

if (process.argv[1] === import.meta.filename) {
  const { files, found } = checkImports()
  for (const line of found) console.error(line)
  console.log(`${files} files, ${found.length} imports against the direction of the house`)
  process.exit(found.length === 0 ? 0 : 1)
}
