import { type MouseEvent, useId, useState } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { Icon } from '#app/ui/icons.tsx'

type Filter = { name: string; label: string; options: readonly (readonly [value: string, text: string])[] }
type Props = {
  /** Label of the search field, for example `Name, email or phone`. */
  search?: string
  filters?: readonly Filter[]
  /** Query parameters that stay in the URL when a filter changes. */
  keepParams?: readonly string[]
}

/** Search field and filters above a list. Their values are in the URL, so Back works and a link can be shared. */
export function Filters({ search, filters = [], keepParams = ['sort'] }: Props) {
  const id = useId()
  const location = useLocation()
  const params = new URLSearchParams(location.search)
  const { text, setText, markSubmitted } = useSearchText(params.get('q') ?? '')
  const isFiltered = ['q', ...filters.map(({ name }) => name)].some((name) => params.get(name))
  return (
    <Form
      method="get"
      role="search"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3"
      preventScrollReset
      onSubmit={markSubmitted}
    >
      {keepParams.map((name) => {
        const value = params.get(name)
        return value && <input key={name} type="hidden" name={name} value={value} />
      })}
      {search && (
        <div className="relative max-w-104 flex-[1_1_16rem]">
          <label className="sr-only" htmlFor={id}>
            {search}
          </label>
          <input
            id={id}
            className="input pr-11 [&::-webkit-search-cancel-button]:hidden"
            type="search"
            name="q"
            placeholder={search}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button
            type="submit"
            className="icon-btn absolute inset-y-0 right-0 focus-visible:-outline-offset-4"
            aria-label="Search"
          >
            <Icon name="search" />
          </button>
        </div>
      )}
      {filters.map((filter) => (
        <FilterSelect key={filter.name} filter={filter} urlValue={params.get(filter.name) ?? ''} />
      ))}
      {!search && (
        <button type="submit" className="btn-text sr-only focus-visible:not-sr-only">
          <span>Apply filters</span>
        </button>
      )}
      {isFiltered && (
        <Link className="btn-text" to={location.pathname} onClick={keepKeyboardInForm}>
          <span>Clear filters</span>
        </Link>
      )}
    </Form>
  )
}

/** Follows the URL. Keeps text typed after a submit until the URL changes to something else. */
function useSearchText(urlText: string) {
  const [text, setText] = useState(urlText)
  const [submitted, setSubmitted] = useState<string>()
  const [lastUrlText, setLastUrlText] = useState(urlText)
  if (urlText !== lastUrlText) {
    setLastUrlText(urlText)
    setSubmitted(undefined)
    if (urlText !== submitted) setText(urlText)
  }
  return { text, setText, markSubmitted: () => setSubmitted(text) }
}

/** Shows a new selection before the navigation ends, and follows the URL afterwards. */
function FilterSelect({ filter: { name, label, options }, urlValue }: { filter: Filter; urlValue: string }) {
  const [selected, setSelected] = useState(urlValue)
  const [lastUrlValue, setLastUrlValue] = useState(urlValue)
  if (urlValue !== lastUrlValue) {
    setLastUrlValue(urlValue)
    setSelected(urlValue)
  }
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select
        className="input min-w-36"
        name={name}
        value={selected}
        onChange={({ currentTarget }) => {
          setSelected(currentTarget.value)
          currentTarget.form?.requestSubmit()
        }}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The link disappears when used. Keyboard activation (`detail` is 0) moves the focus into the form instead of losing it. */
function keepKeyboardInForm({ detail, currentTarget }: MouseEvent<HTMLElement>): void {
  if (detail === 0) currentTarget.closest('form')?.querySelector<HTMLElement>('[type=search], select')?.focus()
}
