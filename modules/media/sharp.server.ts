export type Sharp = typeof import('sharp').default

/** sharp brings 20 MB of memory with it, which a shop that only serves pictures never needs. */
export async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

let turn: Promise<unknown> = Promise.resolve()

/** Pictures that callers cause to be made are made one after the other. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work)
  turn = done.catch(() => undefined)
  return done
}
