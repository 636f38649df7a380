import { href, Link } from 'react-router'
import { useReloadOnUserChange } from '#app/features/account/reload-on-user-change.ts'
import { loadAsCustomer } from '#app/features/account/require-session.ts'
import { OrderConfirmation } from '#app/features/order/order-confirmation.tsx'
import { invoiceUrl, orderUrl } from '#app/features/order/order-urls.ts'
import { PrintedInvoice } from '#app/features/order/printed-invoice.tsx'
import { Notice } from '#app/features/site/notice.tsx'
import { Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { queryClient } from '#app/queries/client.ts'
import { invoicesQuery, orderQuery } from '#app/queries/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { NoScriptMessage } from '#app/ui/script-form.tsx'
import type { InvoiceDocument } from '#modules/invoices/contract.ts'
import type { Route } from './+types/invoice'

export const handle: Handle = { robots: 'noindex' }

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsCustomer(request, async (userId) => ({
    userId,
    order: await queryClient.fetchQuery(orderQuery(userId, params.orderId)),
    invoices: await queryClient.fetchQuery(invoicesQuery(userId, params.orderId)),
  }))
}

export function HydrateFallback() {
  return <LoadingInvoice />
}

function LoadingInvoice() {
  return (
    <div className="page fill-screen py-14">
      <Seo title="Invoice" description="An invoice of the shop." path={href('/profile')} />
      <p className="sr-only" role="status">
        Loading the invoice...
      </p>
      <NoScriptMessage>Showing the invoice needs JavaScript.</NoScriptMessage>
      <div className="skeleton mx-auto h-[60vh] max-w-3xl" aria-hidden="true" />
    </div>
  )
}

export default function InvoicePage({ loaderData: { userId, order, invoices } }: Route.ComponentProps) {
  const isCurrentUser = useReloadOnUserChange(userId)
  if (!isCurrentUser) return <LoadingInvoice />
  return (
    <div className="page fill-screen py-10 lg:py-14">
      <Seo
        title={`${invoices.length > 0 ? 'Invoice' : 'Order confirmation'} ${order.orderNumber}`}
        description="An invoice of the shop."
        path={invoiceUrl(order.orderId)}
      />
      <div className="no-print mx-auto mb-8 flex max-w-3xl flex-wrap items-center justify-between gap-4">
        <Link className="btn-text" to={orderUrl(order.orderNumber)}>
          <span>Back to the order</span>
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      {invoices.length === 0 && <OrderConfirmation order={order} />}
      <div className="grid gap-8">
        {invoices.map(({ document }, index) => (
          <PrintedInvoice key={document} document={JSON.parse(document) as InvoiceDocument} isPart={index > 0} />
        ))}
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <title>{`Invoice · ${useSite().shopName}`}</title>
      <meta name="robots" content="noindex" />
      <Notice
        title="We could not find this invoice"
        text="It may belong to another account. Your orders are in your profile."
      />
    </>
  )
}
