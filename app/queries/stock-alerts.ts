import { listStockAlerts } from '#modules/stock-alerts/contract.ts'
import { callWithToken, loadedFor } from './client.ts'

export const stockAlertsQuery = (userId: string) => ({
  queryKey: ['stock-alerts', userId],
  queryFn: () => callWithToken(listStockAlerts, { params: { userId } }),
  ...loadedFor(userId),
})
