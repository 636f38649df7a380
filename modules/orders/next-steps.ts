import { type Delivery, days, isInNepal, processingTime, travelTime } from '#shared/delivery.ts'

export const thanks = 'Thank you for your order.'
export const stepsTitle = 'What happens next'

type Facts = {
  country: string
  /** What is to be paid, as it is shown. */
  total: string
  delivery: Delivery
}

/** What a buyer reads after ordering: the same sentences in My Orders and in the confirmation. */
export function nextSteps({ country, total, delivery }: Facts): string[] {
  const inNepal = isInNepal(country)
  const { returnDays } = delivery
  return [
    'We call you to confirm the order before we send it.',
    `It takes ${processingTime} to prepare. Delivery then usually takes ${travelTime(delivery, inNepal)}.`,
    `You pay ${total} in cash when it arrives.${inNepal ? '' : ' Import duty is not included.'}`,
    ...(returnDays > 0 ? [`You can return it within ${days(returnDays)}.`] : []),
  ]
}
