/**
 * The least time of several runs, in milliseconds: other work on the machine only makes a run longer. Processor time is too
 * coarse, because some systems count it in steps of 4 ms.
 */
export function leastTime(runs: number, work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now()
    work()
    least = Math.min(least, performance.now() - startedAt)
  }
  return least
}

const minRounds = 5
const maxRounds = 20

/**
 * The least times of a short and a long piece of work. They run in turn, because a machine can be busy for seconds, and
 * longer while the long one takes `limit` times as long.
 */
export function leastTimes(short: () => unknown, long: () => unknown, limit: number): { short: number; long: number } {
  const least = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY }
  for (let round = 0; round < minRounds || (round < maxRounds && least.long >= limit * least.short); round++) {
    least.short = Math.min(least.short, leastTime(1, short))
    least.long = Math.min(least.long, leastTime(1, long))
  }
  return least
}
