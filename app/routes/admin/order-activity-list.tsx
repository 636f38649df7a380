import { Tag } from '#app/features/admin/tag.tsx'
import { relativeTime } from '#app/features/order/order.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { changeDetails, changeSentence, takeBackTitle } from './order-activity.ts'

type Change = WireAdminOrder['activity'][number]

const sources: Record<WireAdminOrder['source'], string> = {
  web: 'in the online shop',
  quote: 'from a quote',
  phone: 'by phone',
  instagram: 'on Instagram',
  counter: 'over the counter',
}

/** The time stands right of what happened, on a phone below it. */
const entry = 'flex-nowrap max-sm:flex-col'

/** Everything that happened with the order, oldest first. */
export function OrderActivity({ adminOrder: { order, source, activity } }: { adminOrder: WireAdminOrder }) {
  const sentenceOf = (change: Change) => {
    const corrected = activity.find(({ id }) => id === change.corrects)
    if (!corrected) return changeSentence(change, order.currency)
    return `Taken back: ${takeBackTitle(corrected, order.currency)}, by ${change.actor || 'the shop'}`
  }
  return (
    <ol className="activity-list">
      <li className={entry}>
        <span>Ordered {sources[source]}</span>
        <Moment at={order.orderDate} />
      </li>
      {activity.map((change) => (
        <li key={change.id} className={entry}>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className={change.isTakenBack ? 'text-granite line-through' : ''}>{sentenceOf(change)}</span>{' '}
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
    <time className="t-note shrink-0 text-granite" dateTime={at}>
      {relativeTime(at, new Date())}
    </time>
  )
}
