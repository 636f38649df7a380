import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Processor time of a process, its children now and those that have ended; Linux alone tells it so simply. */
export function treeCpuSeconds(pid: number): number | undefined {
  const own = readStat(pid)
  if (!own) return undefined
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid)
  const ticks = own.ticks + own.ofEnded + children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0)
  return ticks / ticksPerSecond
}

function readStat(pid: number): { parent: number; ticks: number; ofEnded: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may hold anything, comes the state as the third field.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (field: number) => Number(fields[field - 3])
    return { parent: at(4), ticks: at(14) + at(15), ofEnded: at(16) + at(17) }
  } catch {
    return undefined
  }
}
