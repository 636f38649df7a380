/** `npm run test:all`: what `npm test` tries a few times, it tries as often as it takes. */
export const isFull = process.env.TEST_ALL === '1'

/** In `npm test` every `step`th of them. */
export function someOf<T>(all: readonly T[], step: number): T[] {
  return all.filter((_, place) => isFull || place % step === 0)
}

export function inFull<T>(full: T, short: T): T {
  return isFull ? full : short
}
