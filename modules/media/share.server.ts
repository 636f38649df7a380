import type { Db } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import { ShopError } from '#shared/errors.ts'
import { pictureFile, shareFile, shareSize } from './picture.ts'
import { findPicture } from './repo.server.ts'
import { loadSharp, oneAtATime, type Sharp } from './sharp.server.ts'

type MediaStore = { db: Db; files: Files }
type WithLimit = <T>(work: () => Promise<T>) => Promise<T>

const sharePath = /^([0-9a-f]{24})-share\.jpg$/
const minLandscapeRatio = 1.4
const background = '#edebe7'

const inProgress = new Map<string, Promise<Uint8Array>>()

export function hashOfSharePicture(name: string): string | undefined {
  return sharePath.exec(name)?.[1]
}

/** Created at the first request and stored. `withLimit` applies the rate limit of the caller. */
export async function readSharePicture(store: MediaStore, hash: string, withLimit: WithLimit): Promise<Uint8Array> {
  const { files } = store
  // While the file is being written, it exists but is incomplete.
  if (!inProgress.has(hash) && (await files.exists(shareFile(hash)))) return files.getBytes(shareFile(hash))
  return withLimit(() => {
    const work = inProgress.get(hash) ?? createSharePicture(store, hash).finally(() => inProgress.delete(hash))
    inProgress.set(hash, work)
    return work
  })
}

/** A landscape picture fills the frame; any other picture is shown whole. */
async function createSharePicture({ db, files }: MediaStore, hash: string): Promise<Uint8Array> {
  const picture = await findPicture(db, hash)
  if (!picture) throw new ShopError('notFound', 'This picture no longer exists.')
  const widest = await files.getBytes(pictureFile(hash, picture.widths.at(-1) ?? 0, 'webp'))
  const fit = picture.width >= picture.height * minLandscapeRatio ? 'cover' : 'inside'
  return oneAtATime(async () => {
    const sharp = await loadSharp()
    const pixels = sharp(widest)
      .flatten({ background })
      .resize({ ...shareSize, fit })
    const jpeg = await widen(sharp, await pixels.png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true }))
    await files.put(shareFile(hash), jpeg).catch(async (error) => {
      await files.delete(shareFile(hash))
      throw error
    })
    return jpeg
  })
}

type Pixels = { data: Buffer; info: { width: number } }

/** Fills the full width with the blurred left and right edges. */
async function widen(sharp: Sharp, { data, info: { width } }: Pixels): Promise<Buffer> {
  const left = Math.floor((shareSize.width - width) / 2)
  const right = shareSize.width - width - left
  const canvas = await sharp(data).extend({ left, right, extendWith: 'copy' }).toBuffer()
  return sharp(canvas)
    .blur(12)
    .composite([{ input: data, left, top: 0 }])
    .jpeg({ quality: 82, progressive: true })
    .toBuffer()
}
