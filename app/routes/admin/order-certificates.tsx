import { href, Link } from 'react-router'
import * as z from 'zod/mini'
import { useCan } from '#app/features/admin/use-can.ts'
import { CertificateState } from '#app/features/certificate/state.tsx'
import { useMore } from '#app/features/certificate/use-more.tsx'
import { callAuthenticated } from '#app/queries/client.ts'
import { TextArea } from '#app/ui/field.tsx'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { replaceCertificate, replacementInputSchema } from '#modules/orders/change-contract.ts'
import { OrderDialog, TextButton } from './order-dialog.tsx'

type Props = { adminOrder: WireAdminOrder }
type Certificate = WireAdminOrder['order']['certificates'][number]

export function OrderCertificates({ adminOrder }: Props) {
  const { orderId, certificates, orderItems } = adminOrder.order
  const { shown, more } = useMore(certificates)
  const canReplace = useCan('orderChanges')
  const nameOf = ({ position, unit }: Certificate) => {
    const item = orderItems.find((candidate) => candidate.position === position)
    if (!item) return 'Removed from the order'
    return item.quantity === 1 ? item.productName : `${item.productName}, ${unit} of ${item.quantity}`
  }
  return (
    <>
      <ul className="m-0 list-none p-0">
        {shown.map((certificate) => (
          <li key={certificate.code} className={row}>
            <span>
              <Link
                className="text-link inline-flex min-h-target items-center tabular-nums"
                to={href('/certificate/:code', { code: certificate.code })}
              >
                {certificate.code}
              </Link>
              <span className="t-note block text-granite">{nameOf(certificate)}</span>
            </span>
            <CertificateState state={certificate.state} />
            {canReplace && certificate.state === 'valid' && (
              <Replace adminOrder={adminOrder} code={certificate.code} name={nameOf(certificate)} />
            )}
          </li>
        ))}
      </ul>
      <p className="m-0 mt-3 flex flex-wrap gap-x-8">
        {more}
        {certificates.some(({ state }) => state === 'valid') && (
          <Link className="btn-text" to={`${href('/admin/print-orders')}?paper=certificates&id=${orderId}`}>
            <span>Print certificate cards</span>
          </Link>
        )}
      </p>
    </>
  )
}

const row =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-rule border-b py-2 sm:grid-cols-[minmax(0,1fr)_7rem_6rem]'

const reasonSchema = z.pick(replacementInputSchema, { reason: true })

function Replace({ adminOrder, code, name }: Props & { code: string; name: string }) {
  const { order, version } = adminOrder
  const { orderId, orderNumber } = order
  return (
    <OrderDialog
      adminOrder={adminOrder}
      trigger={<TextButton aria-label={`Replace certificate ${code}`}>Replace</TextButton>}
      title="Replace this certificate?"
      text={
        <p className="m-0">
          {name} gets a new code. {code} shows that it was replaced. Print the new card for the customer; no email is
          sent.
        </p>
      }
      action="Replace certificate"
      schema={reasonSchema}
      send={({ reason }) =>
        callAuthenticated(replaceCertificate, { params: { orderId }, body: { version, code, reason } })
      }
      message={`Order ${orderNumber}: certificate replaced`}
    >
      {(errors) => <TextArea label="Reason" name="reason" rows={2} maxLength={500} required error={errors.reason} />}
    </OrderDialog>
  )
}
