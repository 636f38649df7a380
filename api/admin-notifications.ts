import * as contract from '#modules/notifications/admin-contract.ts'
import { readDevice, sendTestMessage, turnOffDevice, turnOnDevice } from '#modules/notifications/push.server.ts'
import { changeSecret, readWebhook, sendTestEvent } from '#modules/notifications/webhook.server.ts'
import { implement } from './endpoint.ts'

export const adminNotificationEndpoints = implement(contract, {
  getDevice: (shop, { actor }) => readDevice(shop, actor),
  turnOnDevice: (shop, { actor, body }) => turnOnDevice(shop, actor, body),
  turnOffDevice: ({ db }, { actor }) => turnOffDevice(db, actor),
  testDevice: (shop, { actor }) => sendTestMessage(shop, actor),
  getWebhook: ({ db }) => readWebhook(db),
  replaceWebhookSecret: ({ db }, { actor }) => changeSecret(db, actor),
  testWebhook: (shop) => sendTestEvent(shop),
})
