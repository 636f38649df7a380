import * as admin from '#modules/stock-alerts/admin-contract.ts'
import * as contract from '#modules/stock-alerts/contract.ts'
import {
  confirmAlert,
  endAlert,
  endAlertOfLink,
  linkPagePath,
  listAlerts,
  listWaiting,
  readLink,
  requestAlert,
  unsubscribeLink,
} from '#modules/stock-alerts/service.server.ts'
import { alertOnWire, linkOnWire } from '#modules/stock-alerts/wire.ts'
import { implement } from './endpoint.ts'

export const stockAlertEndpoints = implement(
  { ...contract, ...admin },
  {
    requestStockAlert: {
      limit: 'stockAlertRequest',
      handle: async (shop, { body, origin, findActor }) => {
        const actor = await findActor()
        if (actor) await shop.limits.spend('stockAlertRequest', { account: actor.userId })
        const alert = await requestAlert(shop, body, actor, origin)
        if (alert) return { message: 'We will email you when it is back.', alert: alertOnWire(alert) }
        return {
          message: 'If this address does not wait already, a link to confirm is on its way.',
          alert: null,
        }
      },
    },
    listStockAlerts: async ({ db }, { actor }) => ({ alerts: (await listAlerts(db, actor)).map(alertOnWire) }),
    endStockAlert: ({ db }, { actor, params: { alertId } }) => endAlert(db, actor, alertId),
    getStockAlertLink: {
      secret: true,
      limit: 'stockAlertLink',
      handle: async ({ db }, { params: { token } }) => linkOnWire(await readLink(db, token)),
    },
    confirmStockAlert: {
      limit: 'stockAlertLink',
      handle: (shop, { params: { token } }) => confirmAlert(shop, token),
    },
    endStockAlertOfLink: {
      limit: 'stockAlertLink',
      handle: ({ db }, { params: { token, alertId } }) => endAlertOfLink(db, token, alertId),
    },
    unsubscribe: {
      limit: 'stockAlertLink',
      handle: ({ db }, { params: { token } }) => unsubscribeLink(db, token),
    },
    openUnsubscribePage: async (_, { params: { token } }) => linkPagePath(token),
    listWaiting: ({ db }, { query }) => listWaiting(db, query),
  },
)
