import autocannon from 'autocannon'

type Always = { url: string; connections: number }
/** Each connection goes through all paths in turn, and starts at another one. */
type ForAWhile = Always & {
  paths: string[]
  seconds: number
  /** As many answers as come without it; with it, latency is measured and not throughput. */
  perSecond?: number
  headers?: Record<string, string>
  /** Sent with POST instead of GET. */
  body?: string
  /** The status that every answer must have, where that is no success. */
  refusal?: number
}
type Request = { method: 'POST'; path: string; headers: Record<string, string>; body: string }
/** Every request is sent once. */
type Once = Always & { once: Request[] }
export type Load = ForAWhile | Once

export type Measured = { perSecond: number; answers: number; p50: number; p95: number; p99: number; failures: number }

/** A process of its own, kept for the whole run: its code is warm, and its work delays nobody but itself. */
async function generate(load: Load): Promise<Measured> {
  const times: number[] = []
  const onTime = (time: number) => void times.push(time)
  const result = await ('once' in load ? fireOnce(load, onTime) : fire(load, onTime))
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

/** autocannon's own clock ticks once a second, too coarse for a short list, so this one is ours. */
async function fireOnce({ url, connections, once }: Once, onTime: (ms: number) => void) {
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

async function fire(load: ForAWhile, onTime: (ms: number) => void) {
  const { url, paths, connections, seconds, perSecond, headers, body, refusal } = load
  const sent = body === undefined ? {} : { method: 'POST' as const, body }
  let started = 0
  let refused = 0
  const setupClient = (client: autocannon.Client) => {
    // Reading each body into a string that nobody wants costs it more than the server spends on the whole answer.
    Object.assign((client as unknown as { pipelinedRequests: object }).pipelinedRequests, { addBody: () => {} })
    const offset = Math.floor((started++ * paths.length) / connections)
    client.setRequests([...paths.slice(offset), ...paths.slice(0, offset)].map((path) => ({ path, headers, ...sent })))
  }
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const pace = perSecond ? { overallRate: perSecond } : {}
    const options = { url, connections, duration: seconds, sampleInt: 50, headers, setupClient, ...pace }
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    // Its own histogram rounds to whole milliseconds and knows no p95.
    instance.on('response', (_client, status, _bytes, time) => {
      if (status === refusal) refused++
      onTime(time)
    })
  })
  return { ...result, non2xx: result.non2xx - refused }
}

process.on('message', async (load: Load) => {
  process.send?.(await generate(load))
})
