import { amountIn, type WireOrder } from '#app/features/order/order.ts'
import { useSite } from '#app/features/site/seo.tsx'
import { nextSteps, stepsTitle, thanks } from '#modules/orders/next-steps.ts'

/** Shown while the order is pending; the confirmation email has the same steps. */
export function NextSteps({ order, email }: { order: WireOrder; email: string }) {
  const { delivery } = useSite()
  const steps = nextSteps({
    country: order.address.country,
    total: amountIn(order, order.payment.owed, order.payment.owed),
    delivery,
  })
  return (
    <section className="mt-5 bg-stage p-5 text-[.9375rem]" aria-labelledby="next-steps">
      <p className="m-0 [overflow-wrap:anywhere]">
        {thanks} Its number is <span className="whitespace-nowrap">{order.orderNumber}</span>. The confirmation was sent
        to {email}.
      </p>
      <h3 id="next-steps" className="m-0 mt-4 font-normal font-sans text-granite text-note">
        {stepsTitle}
      </h3>
      <ol className="m-0 mt-1 grid list-decimal gap-1.5 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
