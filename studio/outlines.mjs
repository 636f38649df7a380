import { readStoredPictures, writeStoredPictures } from './product-images.mjs'
import { measureOutlines } from './render.mjs'

/** Pictures of a product that show all of it. */
const showsAll = ({ slug, name, shot, art, job }) =>
  !art && shot !== 'story' && !job.frames && job.camera !== 'detail' && name === `${slug}-${shot}`

/** Stores where the product is in its pictures and how wide that is, which the shop draws at its true size. */
export async function storeOutlines(pictures, { all = false } = {}) {
  const stored = readStoredPictures()
  const missing = pictures.filter((each) => showsAll(each) && stored[each.name] && (all || !stored[each.name].outline))
  if (missing.length === 0) return
  const outlines = await measureOutlines(missing)
  for (const [name, outline] of Object.entries(outlines)) stored[name] = { ...stored[name], outline }
  writeStoredPictures(stored)
}
