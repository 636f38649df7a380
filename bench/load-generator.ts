import autocannon from 'autocannon'

type Target = { url: string; connections: number }
/** Each connection requests all paths in turn, starting at a different one. */
type TimedLoad = Target & {
  paths: string[]
  seconds: number
  /** Limits the rate, to measure latency instead of throughput. */
  perSecond?: number
  headers?: Record<string, string>
  /** Sent with POST instead of GET. */
  body?: string
  /** The expected status, if it is an error status. */
  expectedError?: number
}
type Request = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
/** Every request is sent once. */
type RequestList = Target & { once: Request[] }
export type Load = TimedLoad | RequestList

export type LoadResult = {
  perSecond: number
  responses: number
  p50: number
  p95: number
  p99: number
  failures: number
}

/** Runs in a separate process for the whole run, so its code stays warm and does not slow down the benchmarks. */
async function generate(load: Load): Promise<LoadResult> {
  const times: number[] = []
  const onTime = (time: number) => void times.push(time)
  const result = await ('once' in load ? sendList(load, onTime) : sendFor(load, onTime))
  times.sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    perSecond: times.length / result.duration,
    responses: times.length,
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/** autocannon measures in whole seconds, too coarse for a short list, so the time is measured here. */
async function sendList({ url, connections, once }: RequestList, onTime: (ms: number) => void) {
  const share = Math.floor(once.length / connections)
  if (share * connections !== once.length) throw new Error(`${once.length} requests for ${connections} connections`)
  let started = 0
  const setupClient = (client: autocannon.Client) => {
    const from = started++ * share
    client.setRequests(once.slice(from, from + share))
  }
  const startedAt = performance.now()
  let lastAt = startedAt
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, connections, amount: once.length, setupClient }
    const instance = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)))
    instance.on('response', (_client, _status, _bytes, time) => {
      lastAt = performance.now()
      onTime(time)
    })
  })
  return { ...result, duration: (lastAt - startedAt) / 1000 }
}

async function sendFor(load: TimedLoad, onTime: (ms: number) => void) {
  const { url, paths, connections, seconds, perSecond, headers, body, expectedError } = load
  const post = body === undefined ? {} : { method: 'POST' as const, body }
  let started = 0
  let expectedErrors = 0
  const setupClient = (client: autocannon.Client) => {
    // Reading unused bodies into strings would cost more than the server spends on the whole response.
    Object.assign((client as unknown as { pipelinedRequests: object }).pipelinedRequests, { addBody: () => {} })
    const offset = Math.floor((started++ * paths.length) / connections)
    client.setRequests([...paths.slice(offset), ...paths.slice(0, offset)].map((path) => ({ path, headers, ...post })))
  }
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const rate = perSecond ? { overallRate: perSecond } : {}
    const options = { url, connections, duration: seconds, sampleInt: 50, headers, setupClient, ...rate }
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    // autocannon's histogram rounds to whole milliseconds and has no p95.
    instance.on('response', (_client, status, _bytes, time) => {
      if (status === expectedError) expectedErrors++
      onTime(time)
    })
  })
  return { ...result, non2xx: result.non2xx - expectedErrors }
}

process.on('message', async (load: Load) => {
  process.send?.(await generate(load))
})
