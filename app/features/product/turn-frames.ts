import { frameUrl, type Turn } from '#modules/media/turn.ts'

/** Few at once, so that they arrive in their order. */
const concurrency = 4

/** The front, then its neighbors on both sides. */
export function loadOrder(count: number): number[] {
  const around = (place: number) => (place % 2 === 1 ? (place + 1) / 2 : count - place / 2)
  return Array.from({ length: count }, (_, place) => (place === 0 ? 0 : around(place)))
}

/** The loaded frame that is the fewest steps away, in either direction. */
export function nearestLoaded<Frame>(frames: readonly (Frame | undefined)[], index: number): Frame | undefined {
  const at = (place: number) => frames.at(((place % frames.length) + frames.length) % frames.length)
  for (let steps = 0; steps <= frames.length / 2; steps++) {
    const frame = at(index + steps) ?? at(index - steps)
    if (frame) return frame
  }
  return undefined
}

/** Decodes the frame before it is shown. Browsers without AVIF load WebP. */
async function loadFrame(hash: string): Promise<HTMLImageElement> {
  const picture = document.createElement('picture')
  const source = document.createElement('source')
  source.type = 'image/avif'
  source.srcset = frameUrl(hash, 'avif')
  const image = new Image()
  picture.append(source, image)
  image.src = frameUrl(hash, 'webp')
  await image.decode()
  return image
}

/** Rejects at the first frame that cannot be loaded. */
export async function loadFrames(
  turn: Turn,
  onLoaded: (index: number, frame: HTMLImageElement) => void,
  signal: AbortSignal,
): Promise<void> {
  const [front = 0, ...others] = loadOrder(turn.length)
  const load = async (index: number) => {
    const frame = await loadFrame(turn[index] ?? '')
    if (!signal.aborted) onLoaded(index, frame)
  }
  const loadNext = async (): Promise<void> => {
    const index = signal.aborted ? undefined : others.shift()
    if (index === undefined) return
    await load(index)
    return loadNext()
  }
  await load(front)
  await Promise.all(Array.from({ length: concurrency }, loadNext))
}
