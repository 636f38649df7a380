import autocannon from 'autocannon'

export type Load = {
  url: string
  /** Each connection goes through all of them in turn, and starts at another one. */
  paths: string[]
  connections: number
  seconds: number
  /** As many answers as come without it; with it, latency is measured and not throughput. */
  perSecond?: number
  headers?: Record<string, string>
}

export type Measured = { perSecond: number; answers: number; p50: number; p95: number; p99: number; failures: number }

/** A process of its own, kept for the whole run: its code is warm, and its work delays nobody but itself. */
async function generate(load: Load): Promise<Measured> {
  const times: number[] = []
  const result = await fire(load, (time) => void times.push(time))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    perSecond: times.length / result.duration,
    answers: times.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

function fire({ url, paths, connections, seconds, perSecond, headers }: Load, onTime: (ms: number) => void) {
  let started = 0
  const setupClient = (client: autocannon.Client) => {
    // Reading each body into a string that nobody wants costs it more than the server spends on the whole answer.
    Object.assign((client as unknown as { pipelinedRequests: object }).pipelinedRequests, { addBody: () => {} })
    const offset = Math.floor((started++ * paths.length) / connections)
    client.setRequests([...paths.slice(offset), ...paths.slice(0, offset)].map((path) => ({ path, headers })))
  }
  return new Promise<autocannon.Result>((resolve, reject) => {
    const pace = perSecond ? { overallRate: perSecond } : {}
    const options = { url, connections, duration: seconds, sampleInt: 50, headers, setupClient, ...pace }
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    // Its own histogram rounds to whole milliseconds and knows no p95.
    instance.on('response', (_client, _status, _bytes, time) => onTime(time))
  })
}

process.on('message', async (load: Load) => {
  process.send?.(await generate(load))
})
