import { href, useNavigate } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Editor } from './editor.tsx'

export default function NewProduct() {
  const navigate = useNavigate()
  return (
    <>
      <AdminHead title="Add product" back={{ to: href('/admin/products'), title: 'Products' }} />
      <Editor
        onSaved={({ productId }) =>
          // Navigates after the render in which the form has no unsaved changes; otherwise the dialog would block it.
          setTimeout(
            () => navigate(href('/admin/products/:productId', { productId: String(productId) }), { replace: true }),
            0,
          )
        }
      />
    </>
  )
}
