import { useQuery } from '@tanstack/react-query'
import { StockAlertList } from '#app/features/product/stock-alert-list.tsx'
import { errorMessage } from '#app/lib/api.ts'
import { callAuthenticated, queryClient } from '#app/queries/client.ts'
import { stockAlertsQuery } from '#app/queries/stock-alerts.ts'
import { useBusy } from '#app/ui/busy.ts'
import { toast } from '#app/ui/toast.tsx'
import { endStockAlert, type WireStockAlert } from '#modules/stock-alerts/contract.ts'

/** What the customer gets an email about when it is back in stock. */
export function StockAlerts({ userId }: { userId: string }) {
  const { data, refetch } = useQuery(stockAlertsQuery(userId), queryClient)
  const [busy, run] = useBusy()
  const end = ({ alertId }: WireStockAlert) =>
    run(async () => {
      try {
        await callAuthenticated(endStockAlert, { params: { userId, alertId } })
        toast('Stock alert ended', 'success')
        await refetch()
      } catch (error) {
        toast(errorMessage(error), 'error')
      }
    })
  if (!data || data.alerts.length === 0) return null
  return (
    <section className="mt-section" aria-labelledby="stock-alerts">
      <h2 id="stock-alerts" className="t-h4">
        Stock alerts
      </h2>
      <p className="t-note m-0 mt-2 mb-6">We will send one email for each of these when it is back in stock.</p>
      <StockAlertList alerts={data.alerts} busy={busy} onEnd={end} />
    </section>
  )
}
