import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ts } from '@ts-morph/common'
import { projectRoot } from './install.mjs'

const { refused, allowed } = JSON.parse(readFileSync(new URL('./vocabulary.json', import.meta.url), 'utf8'))

const folders = '{api,app,bench,chaos,db,deploy,modules,platform,scripts,server,shared,studio,tests}'
/** Migrations never change; the other folders hold content, not names. */
const excluded = /^(?:db\/migrations|db\/seed\/(?:pictures|turns|blogs|studio)|app\/assets|studio\/(?:blender|cache))\//

function projectFiles() {
  const files = globSync(`${folders}/**/*.*`, { cwd: projectRoot })
  return files.map((file) => file.split(path.sep).join('/')).filter((file) => !excluded.test(file))
}

/** Splits `orderStateOf`, `order-state.ts` and `ORDER_STATE` into lowercase words. */
function splitName(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
}

/** The entries of the list that a name contains. An entry of several words matches them in that order. */
export function refusedIn(name) {
  const spaced = ` ${splitName(name).join(' ')} `
  const rest = allowed.reduce((text, phrase) => text.replaceAll(` ${phrase} `, ' '), spaced)
  return Object.keys(refused).filter((entry) => rest.includes(` ${entry} `))
}

function identifiersOf(file, text) {
  const names = new Set()
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return names
}

const classesOf = (css) => new Set(Array.from(css.matchAll(/\.(-?[a-z][\w-]*)/gi), ([, name]) => name))

function namesIn(file) {
  const read = () => readFileSync(path.join(projectRoot, file), 'utf8')
  if (/\.(?:tsx?|m?js|cjs|mts)$/.test(file)) return identifiersOf(file, read())
  return file.endsWith('.css') ? classesOf(read()) : []
}

/** One line for each name of a file, an identifier or a CSS class that contains a refused word. */
export function checkVocabulary() {
  return projectFiles().flatMap((file) =>
    [file, ...namesIn(file)].flatMap((name) =>
      refusedIn(name).map((word) => `${file}: ${name} contains "${word}", use ${refused[word]}`),
    ),
  )
}

if (process.argv[1] === import.meta.filename) {
  const found = checkVocabulary()
  for (const line of found) console.error(line)
  console.log(`${found.length} names with a refused word (scripts/vocabulary.json)`)
  process.exit(found.length === 0 ? 0 : 1)
}
