import { type Delivery, daysText, deliveryTimeText, isInNepal, processingTime } from '#shared/delivery.ts'

export const thanks = 'Thank you for your order.'
export const stepsTitle = 'What happens next'

type OrderFacts = {
  /** Empty after a sale over the counter. */
  country: string
  /** Formatted amount due. */
  total: string
  delivery: Delivery
  /** Staff spoke with the buyer when they entered the order. */
  isEnteredByStaff?: boolean
}

/** Used in My Orders and in the confirmation email. */
export function nextSteps({ country, total, delivery, isEnteredByStaff = false }: OrderFacts): string[] {
  const inNepal = isInNepal(country)
  const { returnDays } = delivery
  const returns = returnDays > 0 ? [`You can return it within ${daysText(returnDays)}.`] : []
  if (!country) return returns
  return [
    ...(isEnteredByStaff ? [] : ['We call you to confirm the order before we send it.']),
    `It takes ${processingTime} to prepare. Delivery then usually takes ${deliveryTimeText(delivery, inNepal)}.`,
    `You pay ${total} in cash when it arrives.${inNepal ? '' : ' Import duty is not included.'}`,
    ...returns,
  ]
}
