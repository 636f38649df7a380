import { href, useNavigate } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { DiscountEditor } from './editor.tsx'

export const handle: Handle = { right: 'discounts' }

export default function NewDiscount() {
  const navigate = useNavigate()
  return (
    <>
      <AdminHead title="Create discount" back={{ to: href('/admin/discounts'), title: 'Discounts' }} />
      <DiscountEditor
        onSaved={({ discountId }, isChanged) =>
          isChanged ||
          navigate(href('/admin/discounts/:discountId', { discountId: String(discountId) }), { replace: true })
        }
      />
    </>
  )
}
