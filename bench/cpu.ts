import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Processor time of a process and its running and ended children. Linux only. */
export function treeCpuSeconds(pid: number): number | undefined {
  const own = readStat(pid)
  if (!own) return undefined
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid)
  const ticks = own.ticks + own.endedChildren + children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0)
  return ticks / ticksPerSecond
}

function readStat(pid: number): { parent: number; ticks: number; endedChildren: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name may contain any character, so the fields are counted after its closing bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const fieldValue = (field: number) => Number(fields[field - 3])
    return {
      parent: fieldValue(4),
      ticks: fieldValue(14) + fieldValue(15),
      endedChildren: fieldValue(16) + fieldValue(17),
    }
  } catch {
    return undefined
  }
}
