import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const studioFolder = import.meta.dirname
const seedFolder = path.join(studioFolder, '..', 'db', 'seed')
const shelves = ['crystals', 'jewellery', 'accessories']

/** Raised when the light, the backdrop or the tone changes: then every picture is taken again. */
const rigVersion = 1
const landscapeVersion = 1
const portrait = { width: 1200, height: 1500 }
const landscape = { width: 1200, height: 800 }

/** Times a product's own `care`. From near, a thing is large and its surfaces are wide, so that the denoiser needs less to go by. */
const samplesFor = (shot) => ({ hero: 8, detail: 3 })[shot] ?? 6

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Every picture the demo shop wants, in the order in which it is missed most. */
export function wantedPictures() {
  const versions = kindVersions()
  const pictures = shelves.flatMap((shelf) => {
    const settings = readJson(path.join(seedFolder, 'studio', `${shelf}.json`))
    const products = readJson(path.join(seedFolder, `${shelf}.json`))
    return products.flatMap((product) => picturesOf(product, settings[product.slug], versions))
  })
  const stories = Object.entries(readJson(path.join(seedFolder, 'studio', 'stories.json')))
  pictures.push(...stories.map(([slug, settings]) => storyPicture(slug, settings, versions)))
  const art = Object.entries(readJson(path.join(studioFolder, 'art.json')))
  pictures.push(...art.map(([name, settings]) => artPicture(name, settings, versions)))
  return pictures.toSorted((a, b) => a.rank - b.rank)
}

function storyPicture(slug, { camera = 'hero', view = {}, ...settings }, versions) {
  const job = { ...settings, camera, view, ...landscape, samples: samplesFor('story') }
  return { name: `story-${slug}`, slug, shot: 'story', job, made: fingerprint(job, versions), rank: 4 }
}

/** The house's own pictures, which the pages name themselves. */
function artPicture(
  name,
  { size: [width, height], widths, share, camera = 'hero', params, view = {}, ...settings },
  versions,
) {
  const job = { ...settings, camera, params, view, width, height, samples: samplesFor('art') }
  const made = fingerprint(job, versions)
  return {
    name: `art-${name}`,
    slug: name,
    shot: 'art',
    art: { name, widths, share },
    job,
    made,
    rank: job.program === 'light' || name.startsWith('banner') ? 3 : 2,
  }
}

function picturesOf(product, { kind, params = {}, view = {}, shots = {}, care = 1 }, versions) {
  const featured = product.tags.includes('Featured')
  return Object.entries({ hero: {}, detail: {}, ...shots }).map(([shot, own]) => {
    const camera = own.camera ?? shot
    const job = {
      kind,
      camera,
      params: { ...params, mm: product.facts.sizeMm, ...own.params },
      view: { ...view, ...own.view },
      ...portrait,
      samples: Math.ceil(samplesFor(shot) * care),
    }
    const made = fingerprint(job, versions)
    return { name: `${product.slug}-${shot}`, slug: product.slug, shot, job, made, rank: rankOf(shot, featured) }
  })
}

function rankOf(shot, featured) {
  if (shot === 'hero') return featured ? 0 : 1
  if (shot === 'detail') return featured ? 5 : 6
  return 7
}

/** Of what is seen: more samples of the same thing would be the same picture. */
function fingerprint({ samples, ...job }, versions) {
  const version = job.program === 'landscape' ? landscapeVersion : versions.get(job.kind)
  if (!version) throw new Error(`There is no kind ${job.kind}`)
  return createHash('sha256')
    .update(JSON.stringify([job, version, rigVersion]))
    .digest('hex')
    .slice(0, 16)
}

/** `@kind('point', version=2)` in the sources of the kinds. */
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
