import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import { openPostOffice, smtpUrl } from '#tests/support/mail-server.ts'
import { finding, type Scenario, verdict } from './scenario.ts'
import { openScene, withDatabase } from './scene.ts'
import { quantile, startShoppers } from './shoppers.ts'

const quickMs = 1_000
const sentWithinMs = 90_000

/** F5: nobody takes the mails, then somebody takes them slowly; every one goes out, once. */
export const mailAway: Scenario = {
  name: 'mail server away',
  short: false,
  async play(stage) {
    const scene = await openScene(stage, 4)
    const port = await freePort()
    const shop = await scene.open({ SMTP_URL: smtpUrl(port) })
    const orderFor = async (ms: number) => {
      const shoppers = startShoppers(shop.url, scene.buyers)
      await sleep(ms)
      await shoppers.stop()
      return shoppers
    }
    const away = await orderFor(stage.quick ? 500 : 3_000)
    const office = await openPostOffice(port)
    stage.onClose(office.close)
    const letIn = office.holdUp()
    const slow = await orderFor(stage.quick ? 500 : 3_000)
    letIn()

    const attempts = [...away.attempts, ...slow.attempts]
    const placed = attempts.filter(({ status }) => status === 201).length
    const sent = () => withDatabase(scene.databaseUrl, async (ask) => Number((await ask(countSent))[0]?.count))
    const startedAt = performance.now()
    while ((await sent()) < placed && performance.now() - startedAt < sentWithinMs) await sleep(250)
    const took = performance.now() - startedAt
    const subjects = office.delivered.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1] ?? '')
    const answered = [...away.answers, ...slow.answers].filter(({ order }) => order).map(({ ms }) => ms)
    const p99 = quantile(answered, 0.99)
    return [
      finding('orders meanwhile', `${placed}, p99 ${Math.round(p99)} ms`, '< 1 s', p99 < quickMs),
      finding(
        'mails sent afterwards',
        `${await sent()} in ${Math.round(took / 1000)} s`,
        `${placed}`,
        (await sent()) === placed,
      ),
      finding(
        'of these twice',
        subjects.length - new Set(subjects).size,
        '0',
        subjects.length === new Set(subjects).size,
      ),
      finding('arrived', subjects.length, `${placed}`, subjects.length === placed),
      verdict(await scene.wrongs(attempts)),
    ]
  },
}

const countSent = `select count(*)::int as count from mails where state = 'sent'`
