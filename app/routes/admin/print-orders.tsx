import { href, Link, useLocation } from 'react-router'
import { AdminTitle, BackLink } from '#app/features/admin/admin-head.tsx'
import { TabList } from '#app/features/admin/tabs.tsx'
import { CertificateCards, hasCards } from '#app/features/certificate/cards.tsx'
import { AddressLabel } from '#app/features/order/address-label.tsx'
import { PrintedPackingSlip } from '#app/features/order/printed-packing-slip.tsx'
import { loadAsStaff } from '#app/queries/admin.ts'
import { Button } from '#app/ui/button.tsx'
import { listPrintedOrders } from '#modules/orders/admin-contract.ts'
import type { Route } from './+types/print-orders'

const papers = {
  slips: 'Packing slips',
  'labels-a4': 'Labels, A4',
  'labels-100x150': 'Labels, 100 × 150 mm',
  certificates: 'Certificate cards',
} as const
type Paper = keyof typeof papers

const paperOf = (search: URLSearchParams): Paper => {
  const paper = search.get('paper') ?? ''
  return paper in papers ? (paper as Paper) : 'slips'
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.getAll('id')
  return loadAsStaff(request, listPrintedOrders, { query: { id } })
}

/** One document with the packing slips, labels or certificate cards of several orders. */
export default function PrintOrders({ loaderData: orders }: Route.ComponentProps) {
  const search = new URLSearchParams(useLocation().search)
  const paper = paperOf(search)
  const to = (other: Paper) => {
    const query = new URLSearchParams(search)
    query.set('paper', other)
    return `${href('/admin/print-orders')}?${query}`
  }
  return (
    <>
      <div className="no-print mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <AdminTitle title={papers[paper]} />
        <BackLink to={href('/admin/orders')} title="Orders" />
        <TabList label="Paper" className="mb-0 border-0">
          {(Object.keys(papers) as Paper[]).map((each) => (
            <Link key={each} to={to(each)} aria-current={each === paper ? 'page' : undefined}>
              {papers[each]}
            </Link>
          ))}
        </TabList>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <h1 className="sr-only">{papers[paper]}</h1>
      {paper === 'certificates' ? (
        <PrintedCertificates orders={orders} />
      ) : (
        <div className={paper === 'slips' ? 'print-many grid gap-8' : paper}>
          {orders.map((order) =>
            paper === 'slips' ? (
              <PrintedPackingSlip key={order.orderId} order={order} isPart />
            ) : (
              <AddressLabel key={order.orderId} order={order} />
            ),
          )}
        </div>
      )}
    </>
  )
}

function PrintedCertificates({ orders }: { orders: Route.ComponentProps['loaderData'] }) {
  if (!orders.some(hasCards)) return <p className="m-0">These orders have no valid certificates.</p>
  return <CertificateCards orders={orders} />
}
