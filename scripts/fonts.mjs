// `npm run fonts` creates font subsets. Run it after a change of characters, weights or font packages.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ensureInstalled, projectRoot } from './install.mjs'

const families = path.join(projectRoot, 'node_modules/@fontsource-variable')
const folder = path.join(projectRoot, 'app/assets/fonts')

const characterRange = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
const ascii = characterRange(0x20, 0x7e)
const common = `${ascii}\u00a0©°·×àáâäåçèéêëíïñóôöøúüß–—‘’“”…−`
const latin = `${ascii}${characterRange(0xa0, 0xff)}ıŒœˆ˚˜‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄€™←↑→↓−`
const rest = [...latin].filter((character) => !common.includes(character)).join('')

const textFeatures = ['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'rlig']
const numberFeatures = ['lnum', 'tnum', 'pnum', 'frac']
const display = { wght: { min: 300, max: 400 }, opsz: { min: 16, max: 72, default: 16 } }
const quotes = { wght: 300, opsz: 36 }

const subsets = [
  {
    name: 'newsreader',
    from: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    characters: common,
    axes: display,
    features: textFeatures,
  },
  {
    name: 'newsreader-rest',
    from: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    characters: rest,
    axes: display,
    features: textFeatures,
  },
  {
    name: 'newsreader-italic',
    from: 'newsreader/files/newsreader-latin-opsz-italic.woff2',
    characters: common,
    axes: quotes,
    features: textFeatures,
  },
  {
    name: 'newsreader-italic-rest',
    from: 'newsreader/files/newsreader-latin-opsz-italic.woff2',
    characters: rest,
    axes: quotes,
    features: textFeatures,
  },
  {
    name: 'hanken-grotesk',
    from: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    characters: latin,
    axes: { wght: { min: 400, max: 600 } },
    features: [...textFeatures, ...numberFeatures],
  },
  {
    name: 'noto-serif-devanagari',
    from: 'noto-serif-devanagari/files/noto-serif-devanagari-devanagari-wght-normal.woff2',
    characters: `हिम${characterRange(0x966, 0x96f)}`,
    axes: { wght: { min: 300, max: 500 } },
    features: undefined,
  },
]

await ensureInstalled({ withDevTools: true })
const { default: subsetFont } = await import('subset-font')
for (const { name, from, characters, axes, features } of subsets) {
  const original = await readFile(path.join(families, from))
  const subset = await subsetFont(original, characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    ...(features ? { keepFeatures: features } : {}),
  })
  await writeFile(path.join(folder, `${name}.woff2`), subset)
  console.log(`${name}.woff2  ${(subset.length / 1024).toFixed(1)} KB of ${(original.length / 1024).toFixed(1)} KB`)
}
