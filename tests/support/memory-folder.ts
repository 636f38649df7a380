import { existsSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'
const enough = 8 * 1024 ** 3

/** A folder in memory, where there is one with room. A disk is busy with a deleted database long after the test. */
export function memoryFolder(): string | undefined {
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > enough ? folder : undefined
}
