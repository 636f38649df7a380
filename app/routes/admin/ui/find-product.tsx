import { useEffect, useId, useState } from 'react'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { ProductListRow } from '#modules/catalog/admin-schema.ts'
import type { Listed } from '#shared/lists.ts'

type Props = { label: string; onChoose: (row: ProductListRow) => void; without?: readonly number[] }

const pauseMs = 250
const shown = 6

function useFound(typed: string): { rows: ProductListRow[]; isSettled: boolean } {
  const [found, setFound] = useState<{ for: string; rows: ProductListRow[] }>({ for: '', rows: [] })
  useEffect(() => {
    if (typed === '') return
    const calling = new AbortController()
    const timer = setTimeout(async () => {
      const query = new URLSearchParams({ q: typed, size: String(shown) })
      const answer = await callAsCustomer<Listed<ProductListRow>>(`/admin/products?${query}`, {
        signal: calling.signal,
      }).catch(() => undefined)
      if (answer) setFound({ for: typed, rows: answer.rows })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      calling.abort()
    }
  }, [typed])
  const isSettled = found.for === typed
  return { rows: typed === '' ? [] : found.rows, isSettled }
}

/** Looks a piece up by its name while it is typed. */
export function FindProduct({ label, onChoose, without = [] }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { rows, isSettled } = useFound(typed.trim())
  const offered = rows.filter(({ productId }) => !without.includes(productId))
  return (
    <div className="find-product">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="search"
        autoComplete="off"
        placeholder="Name of a piece"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {typed.trim() && (
        <ul aria-label="Found pieces" aria-busy={!isSettled}>
          {offered.map((row) => (
            <li key={row.productId}>
              <button
                type="button"
                onClick={() => {
                  setTyped('')
                  onChoose(row)
                }}
              >
                <span className="card-tile">
                  <TilePicture picture={row.picture} sizes="36px" decorative />
                </span>
                {row.name}
              </button>
            </li>
          ))}
          {isSettled && offered.length === 0 && <li className="t-note p-3">No piece was found.</li>}
        </ul>
      )}
    </div>
  )
}
