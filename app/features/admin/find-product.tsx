import { useId, useState } from 'react'
import { useDebounced } from '#app/lib/delayed-value.ts'
import { useAdminQuery } from '#app/queries/admin.ts'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import { listAdminProducts, type ProductListRow } from '#modules/catalog/admin-contract.ts'

type Props = {
  label: string
  onSelect: (row: ProductListRow) => void
  excludedIds?: readonly number[]
  /** A second line about each product. */
  detail?: (row: ProductListRow) => string
}

const debounceMs = 250
const maxResults = 6

export function FindProduct({ label, onSelect, excludedIds = [], detail }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const q = useDebounced(text, debounceMs)
  const { data, isFetching } = useAdminQuery(listAdminProducts, { query: { q, size: maxResults } }, q !== '')
  const isLoaded = q === text && !isFetching
  const matches = (data?.rows ?? []).filter(({ productId }) => !excludedIds.includes(productId))
  return (
    <div className="relative">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="search"
        autoComplete="off"
        placeholder="Product name"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {text && (
        <ul
          className="absolute inset-x-0 top-full z-20 bg-paper shadow-float"
          aria-label="Matching products"
          aria-busy={!isLoaded}
        >
          {matches.map((row) => (
            <li key={row.productId}>
              <button
                type="button"
                className="grid w-full grid-cols-[36px_minmax(0,1fr)] items-center gap-3 px-3 py-1.5 text-left hover:bg-snow focus-visible:bg-snow"
                onClick={() => {
                  setTyped('')
                  onSelect(row)
                }}
              >
                <span className="card-tile">
                  <TilePicture picture={row.picture} sizes="36px" decorative />
                </span>
                <span>
                  {row.name}
                  {detail && <span className="t-note block text-granite">{detail(row)}</span>}
                </span>
              </button>
            </li>
          ))}
          {isLoaded && matches.length === 0 && <li className="t-note p-3">No products found.</li>}
        </ul>
      )}
    </div>
  )
}
