import { useId } from 'react'
import { href } from 'react-router'

/** Without JavaScript the search overlay does not open, so the shop page has its own search field. */
export function NoScriptSearch({ text = '' }: { text?: string | undefined }) {
  const id = useId()
  return (
    <search className="without-script pb-8">
      <form action={href('/shop')} className="flex items-end gap-4">
        <div className="field flex-1">
          <label className="field-label" htmlFor={id}>
            Search products
          </label>
          <input id={id} className="input" type="search" name="Name" defaultValue={text} required maxLength={200} />
        </div>
        <button type="submit" className="btn btn-ink">
          Search
        </button>
      </form>
    </search>
  )
}
