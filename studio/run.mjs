// npm run studio                        every picture that is missing or whose settings changed
// npm run studio -- SLUG [SHOT]         one thing, whether or not it changed
//   --hold      leaves the pictures in studio/cache/finished for a look; the next run puts them on the shelf
//   --shelve    only puts on the shelf what has been finished and looked at
//   --preview   small and quick, never put on the shelf
//   --list      names what would be rendered, and renders nothing
import os from 'node:os'
import { parseArgs } from 'node:util'
import { wantedPictures } from './catalogue.mjs'
import { isOnShelf, putOnShelf, readShelf } from './product-images.mjs'
import { formatDuration, Progress } from './progress.mjs'
import { develop, findFinished, pngOf, stopDarkroom } from './render.mjs'
import { hang, hangs } from './site-images.mjs'
import { fetchWeights } from './weights.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hold: { type: 'boolean' },
    shelve: { type: 'boolean' },
    preview: { type: 'boolean' },
    list: { type: 'boolean' },
  },
})
const [slug, shot] = positionals
const previewShare = 0.32

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopped = true
    stopDarkroom()
  })
}

function chosen(pictures) {
  const named = pictures.filter((each) => (!slug || each.slug === slug) && (!shot || each.shot === shot))
  if (named.length === 0) throw new Error(`There is no picture of ${slug} ${shot ?? ''}`)
  return named
}

function isCurrent(picture) {
  if (picture.art) return hangs(picture)
  const there = readShelf()[picture.name]
  return there?.made === picture.made && isOnShelf(picture.name, there)
}

async function shelve(picture, about) {
  if (picture.art) await hang(picture)
  else await putOnShelf(picture.name, pngOf(picture.name), about)
}

/** A detail is exposed like its hero, of this run or of an earlier one. */
function gainFor({ slug: of }, pictures) {
  const hero = pictures.find((each) => each.slug === of && each.shot === 'hero')
  return hero && (findFinished(hero)?.gain ?? readShelf()[hero.name]?.gain)
}

function take(picture, pictures) {
  const gain = gainFor(picture, pictures)
  if (!flags.preview) return develop(picture, { gain })
  const [width, height] = [picture.job.width, picture.job.height].map((side) => Math.round(side * previewShare))
  return develop({ ...picture, job: { ...picture.job, width, height } }, { gain, preview: true })
}

function printMissing(wanted) {
  for (const { name } of wanted.filter((each) => !isCurrent(each))) console.log(name)
}

async function main() {
  const pictures = wantedPictures()
  const wanted = chosen(pictures)
  if (flags.list) return printMissing(wanted)
  if (!flags.preview && !flags.hold) {
    for (const picture of wanted.filter((each) => !isCurrent(each))) {
      const about = findFinished(picture)
      if (about) await shelve(picture, about)
    }
  }
  if (flags.shelve) return
  const open = slug || flags.preview ? wanted : wanted.filter((each) => !isCurrent(each) && !findFinished(each))
  fetchWeights()
  os.setPriority(19)
  const progress = new Progress(open.length)
  for (const picture of open) {
    progress.begin(picture.name)
    const about = await take(picture, pictures)
    if (!flags.hold && !flags.preview) await shelve(picture, about)
    progress.end(about.processorSeconds)
  }
  console.log(`\n${open.length} pictures in ${formatDuration(progress.seconds)}.`)
}

try {
  await main()
} catch (error) {
  if (!stopped) throw error
  console.log('\nStopped. The next run goes on from here.')
  process.exitCode = 130
}
