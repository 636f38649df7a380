import { PrintedInvoice } from '#app/features/order/printed-invoice.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import type { InvoiceDocument } from '#modules/invoices/contract.ts'
import { getOrderInvoice } from '#modules/orders/admin-contract.ts'
import type { Route } from './+types/order-invoice'

export const handle: Handle = { title: 'Invoice' }

export function clientLoader({ request, params: { orderId, invoiceId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getOrderInvoice, { params: { orderId, invoiceId: Number(invoiceId) } })
}

export default function OrderInvoice({ loaderData: { document } }: Route.ComponentProps) {
  return <PrintedInvoice document={JSON.parse(document) as InvoiceDocument} />
}
