import { href, useNavigate } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { Editor } from './editor.tsx'

export const handle: Handle = { right: 'productChanges' }

export default function NewProduct() {
  const navigate = useNavigate()
  return (
    <>
      <AdminHead title="Add product" back={{ to: href('/admin/products'), title: 'Products' }} />
      <Editor
        onSaved={({ productId }, isChanged) =>
          isChanged || navigate(href('/admin/products/:productId', { productId: String(productId) }), { replace: true })
        }
      />
    </>
  )
}
