import * as contract from '#modules/exports/contract.ts'
import { exportReport } from '#modules/exports/service.server.ts'
import { implement } from './endpoint.ts'

export const adminExportEndpoints = implement(contract, {
  downloadExport: async ({ db }, { params: { report }, query }) => exportReport(db, report, query),
})
