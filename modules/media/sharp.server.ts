export type Sharp = typeof import('sharp').default

/** Loaded on demand: sharp takes 20 MB of memory, and serving pictures does not need it. */
export async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

let lastTask: Promise<unknown> = Promise.resolve()

/** Limits memory and CPU: pictures are encoded one after the other. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const task = lastTask.then(work)
  lastTask = task.catch(() => undefined)
  return task
}
