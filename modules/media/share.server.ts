import type { Db } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import { ShopError } from '#shared/errors.ts'
import { pictureFile, shareFile, shareSize } from './picture.ts'
import { findPicture } from './repo.server.ts'
import { loadSharp, oneAtATime, type Sharp } from './sharp.server.ts'

type Store = { db: Db; files: Files }
type Admit = <T>(work: () => Promise<T>) => Promise<T>

const sharePath = /^([0-9a-f]{24})-share\.jpg$/
const landscape = 1.4
const stage = '#edebe7'

const making = new Map<string, Promise<Uint8Array>>()

/** The hash in the name of a share picture. */
export function sharedHash(name: string): string | undefined {
  return sharePath.exec(name)?.[1]
}

/** Made at the first request and stored, so each picture costs this once; `admit` limits who may cause it. */
export async function readSharePicture(store: Store, hash: string, admit: Admit): Promise<Uint8Array> {
  const { files } = store
  // While it is being stored, the file exists but is not whole.
  if (!making.has(hash) && (await files.exists(shareFile(hash)))) return files.getBytes(shareFile(hash))
  return admit(() => {
    const work = making.get(hash) ?? makeSharePicture(store, hash).finally(() => making.delete(hash))
    making.set(hash, work)
    return work
  })
}

/** A landscape fills the frame; anything else is shown whole. */
async function makeSharePicture({ db, files }: Store, hash: string): Promise<Uint8Array> {
  const picture = await findPicture(db, hash)
  if (!picture) throw new ShopError('notFound', 'This picture is no longer here.')
  const widest = await files.getBytes(pictureFile(hash, picture.widths.at(-1) ?? 0, 'webp'))
  const fit = picture.width >= picture.height * landscape ? 'cover' : 'inside'
  return oneAtATime(async () => {
    const sharp = await loadSharp()
    const pixels = sharp(widest)
      .flatten({ background: stage })
      .resize({ ...shareSize, fit })
    const made = await widen(sharp, await pixels.png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true }))
    await files.put(shareFile(hash), made).catch(async (error) => {
      await files.delete(shareFile(hash))
      throw error
    })
    return made
  })
}

type Pixels = { data: Buffer; info: { width: number } }

/** Continues the left and the right edge, blurred, up to the full width. */
async function widen(sharp: Sharp, { data, info: { width } }: Pixels): Promise<Buffer> {
  const left = Math.floor((shareSize.width - width) / 2)
  const right = shareSize.width - width - left
  const ground = await sharp(data).extend({ left, right, extendWith: 'copy' }).toBuffer()
  return sharp(ground)
    .blur(12)
    .composite([{ input: data, left, top: 0 }])
    .jpeg({ quality: 82, progressive: true })
    .toBuffer()
}
