import { useState } from 'react'
import { Icon } from '#app/ui/icons.tsx'
import { saveProduct } from './save-product.ts'

export function Heart({ id, name }: { id: number; name: string }) {
  const [saved, setSaved] = useState(false)
  const save = async () => {
    if (await saveProduct(id)) setSaved(true)
  }
  return (
    <button type="button" className="heart" aria-pressed={saved} aria-label={`Save ${name}`} onClick={save}>
      <Icon name="heart" />
    </button>
  )
}
