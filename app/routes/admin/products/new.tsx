import { href, useNavigate } from 'react-router'
import { OfficeHead } from '../ui/head.tsx'
import { Editor } from './editor.tsx'

export default function NewProduct() {
  const navigate = useNavigate()
  return (
    <>
      <OfficeHead title="New product" back={{ to: href('/admin/products'), title: 'Products' }} />
      <Editor
        onSaved={({ productId }) =>
          // Only once the editor knows that nothing is unsaved does it let go.
          setTimeout(
            () => navigate(href('/admin/products/:productId', { productId: String(productId) }), { replace: true }),
            0,
          )
        }
      />
    </>
  )
}
