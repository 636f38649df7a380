import { setTimeout as sleep } from 'node:timers/promises'
import type { ShopProcess } from '#bench/shop-process.ts'
import type { Stage } from '#bench/stage.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startHaproxy } from './haproxy.ts'
import { openHousehold } from './process-group.ts'
import { drain, playOn } from './rolling-restart.ts'
import { finding, type Scenario } from './scenario.ts'
import { openScene } from './scene.ts'
import { type Answer, tally } from './shoppers.ts'
import { timed } from './slow-database.ts'

const seenWithinMs = 20_000

/** F8: two shops behind HAProxy, each stopped with SIGTERM and started again in turn. */
export const rollingBehindProxy: Scenario = {
  name: 'rolling restart behind HAProxy',
  short: false,
  needs: { programs: { haproxy: 'haproxy' } },
  async play(stage) {
    const scene = await openScene(stage, 10)
    const ports = [await freePort(), await freePort()]
    const open = (port: number) => scene.open({ ...drain, PORT: String(port), TRUST_PROXY: '1' })
    const shops: ShopProcess[] = []
    for (const port of ports) shops.push(await open(port))
    const door = await openDoor(stage, ports)
    const readers = startReaders(door.url)
    stage.onClose(readers.stop)
    const findings = await playOn(scene, door.url, stage.quick ? 1 : 3, async () => {
      for (const [index, port] of ports.entries()) {
        await shops[index]?.stop()
        shops[index] = await open(port)
        await door.allSeen()
      }
    })
    const pages = await readers.stop()
    const failed = pages.filter(({ status }) => status !== 200)
    return [
      finding('pages that failed', `${failed.length} of ${pages.length} (${tally(failed)})`, '0', failed.length === 0),
      ...findings,
    ]
  },
}

function startReaders(url: string): { stop(): Promise<Answer[]> } {
  const answers: Answer[] = []
  let over = false
  const read = async () => {
    while (!over) {
      for (const page of ['/', '/shop', '/api/product']) answers.push(await timed(url + page))
      await sleep(50)
    }
  }
  const reading = Promise.all(Array.from({ length: 4 }, read))
  return {
    stop: async () => {
      over = true
      await reading
      return answers
    },
  }
}

async function openDoor(stage: Stage, ports: number[]): Promise<{ url: string; allSeen(): Promise<void> }> {
  const [port, counter] = [await freePort(), await freePort()]
  startHaproxy(
    await openHousehold(stage),
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 30s
  timeout check 10s
frontend door
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
  const inSight = () =>
    fetch(`http://127.0.0.1:${counter}`).then(
      async (answer) => Number(await answer.text()),
      () => 0,
    )
  const allSeen = async () => {
    const until = performance.now() + seenWithinMs
    while ((await inSight()) < ports.length) {
      if (performance.now() > until) throw new Error('HAProxy does not see every shop')
      await sleep(100)
    }
  }
  await allSeen()
  return { url: `http://127.0.0.1:${port}`, allSeen }
}
