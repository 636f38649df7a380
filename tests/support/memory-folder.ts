import { existsSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'
const enough = 8 * 1024 ** 3

/** A folder in memory, if it has enough space. On disk, deleting a database slows down the next test. */
export function memoryFolder(): string | undefined {
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > enough ? folder : undefined
}
