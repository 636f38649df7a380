/** True in `npm run test:all`, which runs every case; `npm test` runs a part of the expensive ones. */
export const isFull = process.env.TEST_ALL === '1'

/** All cases in a full run, else every `step`th. */
export function someOf<T>(all: readonly T[], step: number): T[] {
  return all.filter((_, place) => isFull || place % step === 0)
}

export function inFull<T>(full: T, short: T): T {
  return isFull ? full : short
}
