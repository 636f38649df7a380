/**
 * The least processor time of several runs, in milliseconds.
 * Wall-clock time would include the work of other processes on the same core.
 */
export function processorTime(runs: number, work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
