import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What the build takes in besides modules of JavaScript: fonts and the rules of the style sheet. */
const OTHER_PACKAGES = [
  '@fontsource-variable/hanken-grotesk',
  '@fontsource-variable/newsreader',
  '@fontsource-variable/noto-serif-devanagari',
  'tailwindcss',
]

/** A package of the same licence whose file holds the plain text of it. */
const TEXT_OF_LICENSE = { MIT: 'react', 'Apache-2.0': 'sharp' }

/** Joins what Vite listed for the pages and for the server into one text, which the shop serves as /licenses.txt. */
export function writeLicenses(projectRoot, clientFolder, serverFolder) {
  const lists = [clientFolder, serverFolder].map((folder) => path.join(folder, 'licenses.json'))
  const bundled = lists.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
  for (const file of lists) rmSync(file)
  writeFileSync(path.join(clientFolder, 'licenses.txt'), licensesText(projectRoot, bundled))
}

function licensesText(projectRoot, bundled) {
  const read = (name, file) => readFileSync(path.join(projectRoot, 'node_modules', name, file), 'utf8').trim()
  const others = OTHER_PACKAGES.map((name) => {
    const { version, license } = JSON.parse(read(name, 'package.json'))
    return { name, version, identifier: license, text: read(name, 'LICENSE') }
  })
  const packages = new Map([...bundled, ...others].map((entry) => [`${entry.name} ${entry.version}`, entry]))
  const sections = [...packages]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([title, entry]) => {
      const text = entry.text ?? ownedText(entry, read)
      return `${'='.repeat(80)}\n${title} (${entry.identifier})\n\n${text}\n`
    })
  return `The shop contains these packages, under these licenses.\n\n${sections.join('\n')}`
}

/** Some packages name their license and bring no text: the usual one, under the name of their author. */
function ownedText({ name, identifier }, read) {
  const like = TEXT_OF_LICENSE[identifier]
  if (!like) throw new Error(`The package ${name} brings no text of its license (${identifier}).`)
  const { author } = JSON.parse(read(name, 'package.json'))
  const owner = typeof author === 'string' ? author : author?.name
  const text = read(like, 'LICENSE').replace(/^Copyright \(c\) .*$/m, `Copyright (c) ${owner}`)
  return identifier === 'MIT' ? text : `Copyright ${owner}\n\n${text}`
}
