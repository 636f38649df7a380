import { useAdminQuery } from '#app/queries/admin.ts'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import { listAdminProducts, type ProductListRow } from '#modules/catalog/admin-contract.ts'
import { FindField, useFindText } from './find-field.tsx'

type Props = {
  label: string
  onSelect: (row: ProductListRow) => void
  excludedIds?: readonly number[]
  error?: string | undefined
  /** A second line about each product. */
  detail?: (row: ProductListRow) => string
}

const maxResults = 6

export function FindProduct({ label, onSelect, excludedIds = [], error, detail }: Props) {
  const text = useFindText()
  const { q } = text
  const { data, isFetching } = useAdminQuery(
    listAdminProducts,
    { query: { q, size: maxResults, sort: 'match' } },
    q !== '',
  )
  const list = {
    label: 'Matching products',
    hits: (data?.rows ?? []).filter(({ productId }) => !excludedIds.includes(productId)),
    isLoaded: !isFetching,
    empty: data?.rows.length ? 'Already added.' : 'No products found.',
    keyOf: ({ productId }: ProductListRow) => String(productId),
  }
  return (
    <FindField label={label} placeholder="Product name" text={text} list={list} error={error} onSelect={onSelect}>
      {(row) => (
        <>
          <span className="card-tile w-9 shrink-0">
            <TilePicture picture={row.picture} sizes="36px" decorative />
          </span>
          <span>
            {row.name}
            {detail && <span className="t-note block text-granite">{detail(row)}</span>}
          </span>
        </>
      )}
    </FindField>
  )
}
