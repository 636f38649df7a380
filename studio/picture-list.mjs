import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const studioFolder = import.meta.dirname
const seedFolder = path.join(studioFolder, '..', 'db', 'seed')
const categories = ['crystals', 'jewellery', 'accessories']

/** Raise this after a change of light, backdrop or tone: then every picture is rendered again. */
const rigVersion = 1
const landscapeVersion = 1
const portrait = { width: 1200, height: 1500 }
const landscape = { width: 1200, height: 800 }
const turnSize = { width: 640, height: 800, frames: 24 }

/** Multiplied by a product's `care`. Close-ups have large even surfaces, so the denoiser needs fewer samples. */
const samplesFor = (shot) => ({ hero: 8, detail: 3 })[shot] ?? 6

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** All pictures of the demo shop, most important first. */
export function listPictures() {
  const versions = kindVersions()
  const pictures = categories.flatMap((category) => {
    const settings = readJson(path.join(seedFolder, 'studio', `${category}.json`))
    const products = readJson(path.join(seedFolder, `${category}.json`))
    return products.flatMap((product) => productPictures(product, settings[product.slug], versions))
  })
  const blogPosts = Object.entries(readJson(path.join(seedFolder, 'studio', 'stories.json')))
  pictures.push(...blogPosts.map(([slug, settings]) => blogPicture(slug, settings, versions)))
  const art = Object.entries(readJson(path.join(studioFolder, 'art.json')))
  pictures.push(...art.map(([name, settings]) => siteImage(name, settings, versions)))
  return pictures.toSorted((a, b) => a.rank - b.rank)
}

function blogPicture(slug, { camera = 'hero', view = {}, ...settings }, versions) {
  const job = { ...settings, camera, view, ...landscape, samples: samplesFor('story') }
  return { name: `story-${slug}`, slug, shot: 'story', job, fingerprint: fingerprintOf(job, versions), rank: 4 }
}

/** Site images, which pages import by name. */
function siteImage(
  name,
  { size: [width, height], widths, share, camera = 'hero', params, view = {}, ...settings },
  versions,
) {
  const job = { ...settings, camera, params, view, width, height, samples: samplesFor('art') }
  return {
    name: `art-${name}`,
    slug: name,
    shot: 'art',
    art: { name, widths, share },
    job,
    fingerprint: fingerprintOf(job, versions),
    rank: job.program === 'light' || name.startsWith('banner') ? 3 : 2,
  }
}

function productPictures(product, { turn, ...settings }, versions) {
  const pictures = productShots(product, settings, versions)
  return turn ? [...pictures, productTurn(product, settings, turn, versions)] : pictures
}

/** The frames of a turn. In the middle of the picture it is as large as the edges of its widest frame allow. */
function productTurn({ slug, facts }, { kind, params = {}, view = {}, care = 1 }, turn, versions) {
  const job = {
    program: 'turn',
    kind,
    camera: 'hero',
    params: { ...params, mm: facts.sizeMm },
    view: { ...view, ...turn.view },
    ...turnSize,
    samples: Math.ceil(samplesFor('turn') * care),
  }
  return { name: `${slug}-turn`, slug, shot: 'turn', job, fingerprint: fingerprintOf(job, versions), rank: 8 }
}

function productShots(product, { kind, params = {}, view = {}, shots = {}, care = 1 }, versions) {
  const featured = product.tags.includes('Featured')
  return Object.entries({ hero: {}, detail: {}, ...shots }).map(([shot, shotSettings]) => {
    const camera = shotSettings.camera ?? shot
    const job = {
      kind,
      camera,
      params: { ...params, mm: product.facts.sizeMm, ...shotSettings.params },
      view: { ...view, ...shotSettings.view },
      ...portrait,
      samples: Math.ceil(samplesFor(shot) * care),
    }
    const fingerprint = fingerprintOf(job, versions)
    return { name: `${product.slug}-${shot}`, slug: product.slug, shot, job, fingerprint, rank: rankOf(shot, featured) }
  })
}

function rankOf(shot, featured) {
  if (shot === 'hero') return featured ? 0 : 1
  if (shot === 'detail') return featured ? 5 : 6
  return 7
}

/** Without `samples`, because more samples give the same picture. */
function fingerprintOf({ samples, ...job }, versions) {
  const version = job.program === 'landscape' ? landscapeVersion : versions.get(job.kind)
  if (!version) throw new Error(`There is no kind ${job.kind}`)
  return createHash('sha256')
    .update(JSON.stringify([job, version, rigVersion]))
    .digest('hex')
    .slice(0, 16)
}

/** Reads `@kind('point', version=2)` from the Python sources. */
function kindVersions() {
  const versions = new Map()
  for (const group of ['minerals', 'jewellery', 'objects']) {
    const folder = path.join(studioFolder, 'blender', group)
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.py'))) {
      const source = readFileSync(path.join(folder, file), 'utf8')
      for (const [, name, version] of source.matchAll(/^@kind\('([^']+)'(?:, version=(\d+))?\)/gm)) {
        versions.set(name, Number(version ?? 1))
      }
    }
  }
  return versions
}
