/** `npm run test:all`: what `npm test` tries a few times, it tries as often as it takes. */
export const isFull = process.env.TEST_ALL === '1'

export function inFull<T>(full: T, short: T): T {
  return isFull ? full : short
}
