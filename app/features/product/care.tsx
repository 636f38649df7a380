import type { ReactNode } from 'react'
import { useSite } from '#app/features/site/seo.tsx'
import { type CategoryKey, categoryById } from '#shared/categories.ts'
import { dayRangeText, processingTime, returnsText } from '#shared/delivery.ts'
import { feeText, type Shipping } from '#shared/shipping.ts'

const careTexts: Record<CategoryKey, string> = {
  crystal:
    'Dust it with a soft, dry brush. Keep it out of long direct sun, which fades some stones, and away from steam and household cleaners. Harder stones scratch softer ones, so give each piece its own place.',
  jewellery:
    'Put it on last and take it off first: scent, soap and chlorine dull both metal and stone. Wipe it with a soft, dry cloth after wearing and keep it in its pouch. Silver darkens with time; a polishing cloth brings it back.',
  accessory:
    'Keep it dry and out of long direct sun. Wipe leather and metal with a soft cloth; spot-clean cloth and felt by hand in cool water and let them dry in the shade.',
}

/** `details` elements open without JavaScript. */
export function CareAndShipping({ categoryId }: { categoryId: number }) {
  const category = categoryById(categoryId)
  const { shipping, delivery } = useSite()
  return (
    <div className="rule mt-8">
      {category && <Section title="Care">{careTexts[category.key]}</Section>}
      <Section title="Shipping and returns">
        Shipping is flat: <Fee shipping={shipping} /> on every order, for any number of products. You pay in cash on
        delivery. Each product takes {processingTime} to process before it is shipped. Delivery then usually takes{' '}
        {dayRangeText(delivery.nepal)} inside Nepal and {dayRangeText(delivery.abroad)} abroad, where import duty is not
        included. {returnsText(delivery)} If something arrives broken or is not what this page describes, write to us
        with your order number before you send it back.
      </Section>
    </div>
  )
}

function Fee({ shipping }: { shipping: Shipping }) {
  return (
    <span className="t-price">
      <span className="price-usd">{feeText(shipping, 'USD')}</span>
      <span className="price-npr">{feeText(shipping, 'NPR')}</span>
    </span>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="accordion" name="care">
      <summary className="accordion-button min-h-[60px] font-sans text-[1rem]">
        {title}
        <i />
      </summary>
      <p className="mt-0 mb-6 text-pretty text-granite">{children}</p>
    </details>
  )
}
