import { href, Link } from 'react-router'
import { CertificateState } from '#app/features/certificate/state.tsx'
import { useMore } from '#app/features/certificate/use-more.tsx'
import type { WireOrder } from '#app/features/order/order.ts'

/** Withdrawn certificates belong to nothing that was bought. */
export const isShown = ({ state }: WireOrder['certificates'][number]) => state !== 'withdrawn'

export function OrderCertificates({ order: { certificates, orderItems } }: { order: WireOrder }) {
  const nameOf = (position: number) => orderItems.find((item) => item.position === position)?.productName
  const { shown, more } = useMore(certificates.filter(isShown))
  return (
    <>
      <ul className="m-0 list-none p-0">
        {shown.map(({ code, position, state }) => (
          <li key={code} className="grid grid-cols-[10rem_minmax(0,1fr)_auto] items-center gap-x-3">
            <Link
              className="inline-flex min-h-target items-center whitespace-nowrap tabular-nums underline decoration-1 underline-offset-4"
              to={href('/certificate/:code', { code })}
            >
              {code}
            </Link>
            <span className="text-granite">{nameOf(position)}</span>
            {state !== 'valid' && <CertificateState state={state} />}
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}
