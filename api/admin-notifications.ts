import * as contract from '#modules/notifications/admin-contract.ts'
import { changeSecret, readWebhook, sendTestEvent } from '#modules/notifications/webhook.server.ts'
import { implement } from './endpoint.ts'

export const adminNotificationEndpoints = implement(contract, {
  getWebhook: ({ db }) => readWebhook(db),
  replaceWebhookSecret: ({ db }, { actor }) => changeSecret(db, actor),
  testWebhook: (shop) => sendTestEvent(shop),
})
