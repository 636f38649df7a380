// npm run studio                        renders every picture that is missing or whose settings changed
// npm run studio -- SLUG [SHOT]         renders the pictures of one product, changed or not
//   --review    leaves the pictures in studio/cache/finished for review; the next run stores them
//   --store     only stores finished pictures
//   --preview   small and fast, never stored
//   --list      lists the pictures that are not stored
//   --outlines  measures again where the product is in each picture
import os from 'node:os'
import { parseArgs } from 'node:util'
import { storeOutlines } from './outlines.mjs'
import { listPictures } from './picture-list.mjs'
import { hasFiles, readStoredPictures, storePicture } from './product-images.mjs'
import { formatDuration, Progress } from './progress.mjs'
import { findFinished, pngOf, renderPicture, renderTurn, stopRendering } from './render.mjs'
import { isSiteImageStored, storeSiteImage } from './site-images.mjs'
import { isTurnStored, storeTurn } from './turns.mjs'
import { fetchWeights } from './weights.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    review: { type: 'boolean' },
    store: { type: 'boolean' },
    preview: { type: 'boolean' },
    list: { type: 'boolean' },
    outlines: { type: 'boolean' },
  },
})
const [slug, shot] = positionals
const previewScale = 0.32
const previewFrames = 6

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopped = true
    stopRendering()
  })
}

function select(pictures) {
  const selected = pictures.filter((each) => (!slug || each.slug === slug) && (!shot || each.shot === shot))
  if (selected.length === 0) throw new Error(`There is no picture of ${slug} ${shot ?? ''}`)
  return selected
}

function isCurrent(picture) {
  if (picture.art) return isSiteImageStored(picture)
  if (picture.job.frames) return isTurnStored(picture)
  const stored = readStoredPictures()[picture.name]
  return stored?.made === picture.fingerprint && hasFiles(picture.name, stored)
}

async function store(picture, result) {
  if (picture.art) await storeSiteImage(picture)
  else if (picture.job.frames) await storeTurn(picture)
  else await storePicture(picture.name, pngOf(picture.name), result)
}

/** The exposure gain of the product's main picture, from this run or an earlier one. */
function heroGain({ slug: productSlug }, pictures) {
  const hero = pictures.find((each) => each.slug === productSlug && each.shot === 'hero')
  return hero && (findFinished(hero)?.gain ?? readStoredPictures()[hero.name]?.gain)
}

function renderOne(picture, pictures) {
  const options = { gain: heroGain(picture, pictures), preview: flags.preview }
  const render = picture.job.frames ? renderTurn : renderPicture
  return render(flags.preview ? { ...picture, job: previewOf(picture.job) } : picture, options)
}

function previewOf(job) {
  const [width, height] = [job.width, job.height].map((side) => Math.round(side * previewScale))
  return { ...job, width, height, ...(job.frames && { frames: previewFrames }) }
}

function printNotStored(selected) {
  for (const { name } of selected.filter((each) => !isCurrent(each))) console.log(name)
}

async function main() {
  const pictures = listPictures()
  const selected = select(pictures)
  if (flags.list) return printNotStored(selected)
  if (!flags.preview && !flags.review) {
    for (const picture of selected.filter((each) => !isCurrent(each))) {
      const result = findFinished(picture)
      if (result) await store(picture, result)
    }
  }
  if (flags.store || flags.outlines) return storeOutlines(pictures, { all: flags.outlines })
  const pending = slug || flags.preview ? selected : selected.filter((each) => !isCurrent(each) && !findFinished(each))
  fetchWeights()
  os.setPriority(19)
  const progress = new Progress(pending.length)
  for (const picture of pending) {
    progress.begin(picture.name)
    const result = await renderOne(picture, pictures)
    if (!flags.review && !flags.preview) await store(picture, result)
    progress.end(result.processorSeconds)
  }
  if (!flags.review && !flags.preview) await storeOutlines(pictures)
  console.log(`\n${pending.length} pictures in ${formatDuration(progress.seconds)}.`)
}

try {
  await main()
} catch (error) {
  if (!stopped) throw error
  console.log('\nStopped. The next run continues from here.')
  process.exitCode = 130
}
