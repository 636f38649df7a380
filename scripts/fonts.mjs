// Cuts the fonts of the pages out of the whole families: `npm run fonts`, after a change of letters, weights or packages.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ensureInstalled, projectRoot } from './install.mjs'

const families = path.join(projectRoot, 'node_modules/@fontsource-variable')
const folder = path.join(projectRoot, 'app/assets/fonts')

const letters = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
const ascii = letters(0x20, 0x7e)
const common = `${ascii}\u00a0©°·×àáâäåçèéêëíïñóôöøúüß–—‘’“”…−`
const latin = `${ascii}${letters(0xa0, 0xff)}ıŒœˆ˚˜‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄€™←↑→↓−`
const rest = [...latin].filter((letter) => !common.includes(letter)).join('')

const joining = ['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'rlig']
const figures = ['lnum', 'tnum', 'pnum', 'frac']
const display = { wght: { min: 300, max: 400 }, opsz: { min: 16, max: 72, default: 16 } }
const quotes = { wght: 300, opsz: 36 }

const cuts = [
  {
    name: 'newsreader',
    from: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    letters: common,
    axes: display,
    features: joining,
  },
  {
    name: 'newsreader-rest',
    from: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    letters: rest,
    axes: display,
    features: joining,
  },
  {
    name: 'newsreader-italic',
    from: 'newsreader/files/newsreader-latin-opsz-italic.woff2',
    letters: common,
    axes: quotes,
    features: joining,
  },
  {
    name: 'newsreader-italic-rest',
    from: 'newsreader/files/newsreader-latin-opsz-italic.woff2',
    letters: rest,
    axes: quotes,
    features: joining,
  },
  {
    name: 'hanken-grotesk',
    from: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    letters: latin,
    axes: { wght: { min: 400, max: 600 } },
    features: [...joining, ...figures],
  },
  {
    name: 'noto-serif-devanagari',
    from: 'noto-serif-devanagari/files/noto-serif-devanagari-devanagari-wght-normal.woff2',
    letters: `हिम${letters(0x966, 0x96f)}`,
    axes: { wght: { min: 300, max: 500 } },
    features: undefined,
  },
]

await ensureInstalled({ withDevTools: true })
const { default: subsetFont } = await import('subset-font')
for (const { name, from, letters: kept, axes, features } of cuts) {
  const whole = await readFile(path.join(families, from))
  const cut = await subsetFont(whole, kept, {
    targetFormat: 'woff2',
    variationAxes: axes,
    ...(features ? { keepFeatures: features } : {}),
  })
  await writeFile(path.join(folder, `${name}.woff2`), cut)
  console.log(`${name}.woff2  ${(cut.length / 1024).toFixed(1)} KB of ${(whole.length / 1024).toFixed(1)} KB`)
}
