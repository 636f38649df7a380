import { href } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { loadAsStaff, useRecord } from '#app/queries/admin.ts'
import { getDiscount } from '#modules/discounts/admin-contract.ts'
import type { Route } from './+types/edit'
import { DiscountEditor } from './editor.tsx'
import { stateNames, usesText } from './texts.ts'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getDiscount, { params })
}

export default function EditDiscount({ loaderData, params }: Route.ComponentProps) {
  const [discount, setSaved] = useRecord(getDiscount, { params }, loaderData)
  return (
    <>
      <AdminHead title={`Discount ${discount.code}`} back={{ to: href('/admin/discounts'), title: 'Discounts' }} />
      <p className="admin-notice">
        {stateNames[discount.state]}. Uses: {usesText(discount)}.
      </p>
      <DiscountEditor key={discount.discountId} record={discount} onSaved={setSaved} />
    </>
  )
}
