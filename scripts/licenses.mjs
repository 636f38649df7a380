import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Bundled packages that are not JavaScript modules: fonts and CSS. */
const OTHER_PACKAGES = [
  '@fontsource-variable/hanken-grotesk',
  '@fontsource-variable/newsreader',
  '@fontsource-variable/noto-serif-devanagari',
  'tailwindcss',
]

/** A package whose LICENSE file has the standard text of the license. */
const LICENSE_TEXT_SOURCE = { MIT: 'react', 'Apache-2.0': 'sharp' }

/** Merges Vite's license lists of client and server into /licenses.txt. */
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
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, entry]) => {
      const text = entry.text ?? standardText(entry, read)
      return `${'='.repeat(80)}\n${title} (${entry.identifier})\n\n${text}\n`
    })
  return `The shop contains these packages, under these licenses.\n\n${sections.join('\n')}`
}

/** Some packages have no license text: use the standard text with the name of their author. */
function standardText({ name, identifier }, read) {
  const source = LICENSE_TEXT_SOURCE[identifier]
  if (!source) throw new Error(`The package ${name} has no license text (${identifier}).`)
  const { author } = JSON.parse(read(name, 'package.json'))
  const owner = typeof author === 'string' ? author : author?.name
  const text = read(source, 'LICENSE').replace(/^Copyright \(c\) .*$/m, `Copyright (c) ${owner}`)
  return identifier === 'MIT' ? text : `Copyright ${owner}\n\n${text}`
}
