import * as audit from '#modules/audit/contract.ts'
import { readAudit } from '#modules/audit/service.server.ts'
import * as reports from '#modules/reports/contract.ts'
import { readDashboard } from '#modules/reports/service.server.ts'
import * as settings from '#modules/settings/contract.ts'
import { changeSettings, readSettingsForAdmin } from '#modules/settings/service.server.ts'
import { implement } from './endpoint.ts'

export const adminEndpoints = implement(
  { ...reports, ...audit, ...settings },
  {
    getDashboard: async ({ db, ownerSettings }, { actor, query }) => {
      const { lowStock } = await ownerSettings.current()
      return readDashboard(db, actor.role, { dayCount: query.days, lowStockLevel: lowStock })
    },
    listAuditLog: ({ db }, { actor, query }) => readAudit(db, actor.role, query),
    getSettings: ({ db }, { actor }) => readSettingsForAdmin(db, actor.role),
    updateSettings: (shop, { actor, body }) => changeSettings(shop, actor, body),
  },
)
