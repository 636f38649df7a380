import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import { smtpUrl, startMailServer } from '#tests/support/mail-server.ts'
import { finding, invariantsFinding, type Scenario } from './scenario.ts'
import { openEnvironment, withDatabase } from './scenario-environment.ts'
import { quantile, startShoppers } from './shoppers.ts'

const maxOrderMs = 1_000
const maxSendMs = 90_000

/** F5: the mail server is down, then slow. Every email is still sent exactly once. */
export const mailServerDown: Scenario = {
  name: 'mail server down',
  short: false,
  async run(context) {
    const environment = await openEnvironment(context, 4)
    const port = await freePort()
    const shop = await environment.open({ SMTP_URL: smtpUrl(port) })
    const placeOrdersFor = async (ms: number) => {
      const shoppers = startShoppers(shop.url, environment.buyers)
      await sleep(ms)
      await shoppers.stop()
      return shoppers
    }
    const whileDown = await placeOrdersFor(context.quick ? 500 : 3_000)
    const mailServer = await startMailServer(port)
    context.onClose(mailServer.close)
    const allowDelivery = mailServer.delayDelivery()
    const whileSlow = await placeOrdersFor(context.quick ? 500 : 3_000)
    allowDelivery()

    const attempts = [...whileDown.attempts, ...whileSlow.attempts]
    const placed = attempts.filter(({ status }) => status === 201).length
    // One email to the buyer and one to the shop.
    const expected = 2 * placed
    const sentCount = () =>
      withDatabase(environment.databaseUrl, async (runQuery) => Number((await runQuery(countSent))[0]?.count))
    const startedAt = performance.now()
    while ((await sentCount()) < expected && performance.now() - startedAt < maxSendMs) await sleep(250)
    const sendMs = performance.now() - startedAt
    const subjects = mailServer.delivered.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1] ?? '')
    const orderTimes = [...whileDown.results, ...whileSlow.results].filter(({ order }) => order).map(({ ms }) => ms)
    const p99 = quantile(orderTimes, 0.99)
    return [
      finding('orders during the outage', `${placed}, p99 ${Math.round(p99)} ms`, '< 1 s', p99 < maxOrderMs),
      finding(
        'emails sent afterwards',
        `${await sentCount()} in ${Math.round(sendMs / 1000)} s`,
        `${expected}`,
        (await sentCount()) === expected,
      ),
      finding('sent twice', subjects.length - new Set(subjects).size, '0', subjects.length === new Set(subjects).size),
      finding('received by the mail server', subjects.length, `${expected}`, subjects.length === expected),
      invariantsFinding(await environment.findViolations(attempts)),
    ]
  },
}

const countSent = `select count(*)::int as count from emails where status = 'sent'`
