import { type PictureFormat, pictureUrl } from './picture.ts'

/** A turn is the pictures round a product, its frames, as their hashes. The first shows the front. */
export type Turn = string[]

export const minFrames = 24
export const maxFrames = 36
export const frameSize = { width: 640, height: 800 } as const

/** Of all frames of a turn in one format. */
export const maxTurnBytes = 400_000

export const frameUrl = (hash: string, format: PictureFormat) => pictureUrl(hash, frameSize.width, format)
