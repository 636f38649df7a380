import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './install.mjs'

const inBrowser = /^app\/(?:service-worker|layouts|features|queries|state|ui|lib)\/(?!.*\.server\.)/

/** Inside `app`, a folder imports only from itself and from the folders after it. */
const appFolders = ['routes', 'layouts', 'features', 'queries', 'state', 'ui', 'lib']

/** The allowed import directions. Each folder lists what it may import besides itself; the first matching rule counts. */
const rules = [
  { from: /^shared\//, may: [] },
  { from: /^platform\//, may: ['shared'] },
  { from: /^modules\/(catalog|content)\//, may: ['platform', 'shared', 'modules/media', 'modules/audit'] },
  {
    from: /^modules\/(audit|settings|email|couriers|discounts|invoices)\//,
    may: ['platform', 'shared', 'modules/audit'],
  },
  { from: /^modules\/certificates\//, may: ['platform', 'shared', 'modules/catalog'] },
  { from: /^modules\/exports\//, may: ['platform', 'shared', 'modules/accounts', 'modules/orders'] },
  { from: /^modules\/reports\//, may: ['platform', 'shared', 'modules/catalog', 'modules/orders'] },
  {
    from: /^modules\/notifications\//,
    may: [
      'platform',
      'shared',
      ...['accounts', 'audit', 'catalog', 'email', 'settings'].map((name) => `modules/${name}`),
    ],
  },
  {
    from: /^modules\/enquiries\//,
    may: [
      'platform',
      'shared',
      'modules/email',
      'modules/audit',
      'modules/accounts',
      'modules/notifications/events.ts',
    ],
  },
  {
    from: /^modules\/quotes\//,
    may: [
      'platform',
      'shared',
      ...['accounts', 'audit', 'catalog', 'enquiries', 'email', 'media', 'orders'].map((name) => `modules/${name}`),
    ],
  },
  {
    from: /^modules\/search\//,
    may: [
      'platform',
      'shared',
      ...['accounts', 'catalog', 'enquiries', 'orders', 'quotes'].map((name) => `modules/${name}`),
    ],
  },
  {
    from: /^modules\/stock-alerts\//,
    may: [
      'platform',
      'shared',
      ...['accounts', 'catalog', 'email', 'media', 'settings'].map((name) => `modules/${name}`),
    ],
  },
  { from: /^modules\/accounts\//, may: ['platform', 'shared', 'modules/email', 'modules/audit'] },
  { from: /^modules\/addresses\//, may: ['platform', 'shared', 'modules/accounts'] },
  {
    from: /^modules\/orders\//,
    may: [
      'platform',
      'shared',
      ...[
        'cart',
        'addresses',
        'accounts',
        'audit',
        'couriers',
        'discounts',
        'invoices',
        'catalog',
        'certificates',
        'email',
        'media',
        'settings',
      ].map((name) => `modules/${name}`),
      'modules/notifications/events.ts',
    ],
  },
  {
    from: /^modules\/(cart|wishlist)\//,
    may: ['platform', 'shared', 'modules/catalog', 'modules/discounts', 'modules/media'],
  },
  { from: /^modules\/media\//, may: ['platform', 'shared'] },
  { from: /^modules\/[\w.-]+$/, may: ['modules', 'platform', 'shared'] },
  // `ui` knows no shop, except what a picture is.
  { from: /^app\/ui\//, may: ['app', 'shared', 'modules/media/picture.ts'] },
  { from: /^app\/lib\/(?!.*\.server\.)/, may: ['app', 'shared'] },
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

const folders = ['shared', 'platform', 'modules', 'app', 'api', 'server', 'db', 'tests', 'bench', 'chaos']
const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

function sourceFiles() {
  return folders.flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`),
  )
}

function importsOf(file) {
  const text = readFileSync(path.join(projectRoot, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(importPattern)].map(([, named, bare, dynamic]) => named ?? bare ?? dynamic)
}

function resolve(file, target) {
  if (/^#\w/.test(target)) return target.slice(1)
  if (target.startsWith('.')) return path.posix.join(path.posix.dirname(file), target)
  return undefined
}

const moduleOf = (file) => /^modules\/([^/]+)\//.exec(file)?.[1]
const folderOf = (file) => moduleOf(file)?.replace(/^/, 'modules/') ?? file.split('/')[0]
const isTest = (file) => /\.test\.tsx?$/.test(file)

/** The reason why `file` may not import `target`, or undefined. */
export function importViolation(file, target) {
  if (target.includes('+types/')) return undefined
  if (isTest(file)) return undefined
  if (isTest(target)) return 'tests may not be imported'
  const isPrivate = /\/(?:[a-z]+-)?(?:repo|tables)\.server\.ts$/.test(target)
  if (isPrivate && moduleOf(file) !== moduleOf(target)) return 'repo and tables are private to their module'
  if (inBrowser.test(file) && target.includes('.server.')) return 'browser code may not import .server files'
  if (folderOf(file) === 'app' && folderOf(target) === 'app') return appViolation(file, target)
  if (folderOf(file) === folderOf(target)) return undefined
  const rule = rules.find(({ from }) => from.test(file))
  if (!rule) return 'no rule for this folder'
  const allowed = rule.may.some((folder) =>
    folder === 'modules:browser'
      ? target.startsWith('modules/') && !target.includes('.server.')
      : target === folder || target.startsWith(`${folder}/`),
  )
  return allowed ? undefined : `${folderOf(file)} may not import ${folderOf(target)}`
}

function appViolation(file, target) {
  const [from, to] = [file, target].map((name) => name.split('/')[1])
  const [fromIndex, toIndex] = [from, to].map((folder) => appFolders.indexOf(folder))
  if (to === 'service-worker') return 'the service worker is bundled by itself'
  if (from === 'service-worker' && to !== 'lib') return 'the service worker imports only app/lib'
  if (fromIndex < 0) return undefined
  if (/^app\/[^/]+$/.test(target)) return 'only the server imports the files in app itself'
  if (toIndex >= 0 && toIndex < fromIndex) return `app/${from} may not import app/${to}`
  if (from === 'routes' && to === 'routes' && path.posix.dirname(file) !== path.posix.dirname(target))
    return 'a page may not import from the folder of another page'
  return undefined
}

export function checkImports() {
  const files = sourceFiles()
  const violations = []
  for (const file of files) {
    for (const name of importsOf(file)) {
      const target = resolve(file, name)
      const reason = target && importViolation(file, target)
      if (reason) violations.push(`${file} imports ${target}: ${reason}`)
    }
  }
  return { files: files.length, violations }
}

if (process.argv[1] === import.meta.filename) {
  const { files, violations } = checkImports()
  for (const line of violations) console.error(line)
  console.log(`${files} files, ${violations.length} forbidden imports`)
  process.exit(violations.length === 0 ? 0 : 1)
}
