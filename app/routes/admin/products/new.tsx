import { href, useNavigate } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Editor } from './editor.tsx'

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
