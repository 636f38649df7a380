import { Tag } from '#app/features/admin/tag.tsx'
import { relativeTime } from '#app/features/order/order.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { changeDetails, changeTitle } from './order-activity.ts'

type Change = WireAdminOrder['activity'][number]

const sources: Record<WireAdminOrder['source'], string> = {
  web: 'in the online shop',
  quote: 'from a quote',
  phone: 'by phone',
  instagram: 'on Instagram',
  counter: 'over the counter',
}

const actorOf = ({ actor, by }: Change) => actor || (by === 'shop' ? 'the shop' : 'the customer')

/** Everything that happened with the order, oldest first. */
export function OrderActivity({ adminOrder: { order, source, activity } }: { adminOrder: WireAdminOrder }) {
  const titleOf = (change: Change) => {
    const corrected = activity.find(({ id }) => id === change.corrects)
    return corrected ? `Taken back: ${changeTitle(corrected, order.currency)}` : changeTitle(change, order.currency)
  }
  return (
    <ol className="activity-list">
      <li>
        <span>Ordered {sources[source]}</span>
        <Moment at={order.orderDate} />
      </li>
      {activity.map((change) => (
        <li key={change.id}>
          <span className="min-w-0 flex-1 basis-3/5 [overflow-wrap:anywhere]">
            <span className={change.isTakenBack ? 'text-granite line-through' : ''}>
              {titleOf(change)} by {actorOf(change)}
            </span>{' '}
            {change.isTakenBack && <Tag>taken back</Tag>}
            {change.kind !== 'corrected' &&
              changeDetails(change, order.currency).map((detail) => (
                <span
                  key={detail}
                  className={`t-note block whitespace-pre-line text-granite ${change.isTakenBack ? 'line-through' : ''}`}
                >
                  {detail}
                </span>
              ))}
            {change.reason && <span className="t-note block">“{change.reason}”</span>}
          </span>
          <Moment at={change.at} />
        </li>
      ))}
    </ol>
  )
}

function Moment({ at }: { at: string }) {
  return (
    <time className="t-note text-granite" dateTime={at}>
      {relativeTime(at, new Date())}
    </time>
  )
}
