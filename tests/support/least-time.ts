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
