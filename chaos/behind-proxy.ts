import { setTimeout as sleep } from 'node:timers/promises'
import type { RunContext } from '#bench/run-context.ts'
import type { ShopProcess } from '#bench/shop-process.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startHaproxy } from './haproxy.ts'
import { openProcessGroup } from './process-group.ts'
import { drain, runRolling } from './rolling-restart.ts'
import { finding, type Scenario } from './scenario.ts'
import { openEnvironment } from './scenario-environment.ts'
import { type CallResult, countStatuses } from './shoppers.ts'
import { timed } from './slow-database.ts'

const healthyWithinMs = 20_000

/** F8: two shops behind HAProxy, each in turn stopped with SIGTERM and started again. */
export const rollingBehindProxy: Scenario = {
  name: 'rolling restart behind HAProxy',
  short: false,
  requirements: { programs: { haproxy: 'haproxy' } },
  async run(context) {
    const environment = await openEnvironment(context, 10)
    const ports = [await freePort(), await freePort()]
    const open = (port: number) => environment.open({ ...drain, PORT: String(port), TRUST_PROXY: '1' })
    const shops: ShopProcess[] = []
    for (const port of ports) shops.push(await open(port))
    const proxy = await startProxy(context, ports)
    const readers = startReaders(proxy.url)
    context.onClose(readers.stop)
    const findings = await runRolling(environment, proxy.url, context.quick ? 1 : 3, async () => {
      for (const [index, port] of ports.entries()) {
        await shops[index]?.stop()
        shops[index] = await open(port)
        await proxy.untilAllHealthy()
      }
    })
    const pages = await readers.stop()
    const failed = pages.filter(({ status }) => status !== 200)
    return [
      finding(
        'failed pages',
        `${failed.length} of ${pages.length} (${countStatuses(failed)})`,
        '0',
        failed.length === 0,
      ),
      ...findings,
    ]
  },
}

function startReaders(url: string): { stop(): Promise<CallResult[]> } {
  const results: CallResult[] = []
  let isOver = false
  const read = async () => {
    while (!isOver) {
      for (const page of ['/', '/shop', '/api/product']) results.push(await timed(url + page))
      await sleep(50)
    }
  }
  const reading = Promise.all(Array.from({ length: 4 }, read))
  return {
    stop: async () => {
      isOver = true
      await reading
      return results
    },
  }
}

async function startProxy(
  context: RunContext,
  ports: number[],
): Promise<{ url: string; untilAllHealthy(): Promise<void> }> {
  const [port, counter] = [await freePort(), await freePort()]
  startHaproxy(
    await openProcessGroup(context),
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 30s
  timeout check 10s
frontend shop
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend shops
backend shops
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  option redispatch 1
  retries 3
  retry-on conn-failure
${ports.map((each, n) => `  server shop${n} 127.0.0.1:${each} check inter 500ms fall 2 rise 1`).join('\n')}
frontend counter
  bind 127.0.0.1:${counter}
  http-request return status 200 content-type text/plain lf-string %[nbsrv(shops)]
`,
  )
  const healthyCount = () =>
    fetch(`http://127.0.0.1:${counter}`).then(
      async (response) => Number(await response.text()),
      () => 0,
    )
  const untilAllHealthy = async () => {
    const deadline = performance.now() + healthyWithinMs
    while ((await healthyCount()) < ports.length) {
      if (performance.now() > deadline) throw new Error('HAProxy does not report every shop as healthy')
      await sleep(100)
    }
  }
  await untilAllHealthy()
  return { url: `http://127.0.0.1:${port}`, untilAllHealthy }
}
