import { type ReactNode, useId } from 'react'
import { Form, Link, useLocation, useSubmit } from 'react-router'
import { Icon } from '#app/ui/icons.tsx'

type Choice = readonly [value: string, text: string]
type Props = {
  /** What the search field looks for, such as «Number, name or phone». */
  search?: string
  choices?: readonly { name: string; label: string; options: readonly Choice[] }[]
  /** What stays in the address besides. */
  keeps?: readonly string[]
  children?: ReactNode
}

/** Search and choices above a list. They are the address: Back undoes them, and a link to them can be sent. */
export function Filters({ search, choices = [], keeps = ['sort'], children }: Props) {
  const id = useId()
  const submit = useSubmit()
  const location = useLocation()
  const said = new URLSearchParams(location.search)
  const isFiltered = ['q', ...choices.map(({ name }) => name)].some((name) => said.get(name))
  return (
    <Form
      method="get"
      role="search"
      className="admin-filters"
      key={location.search}
      onChange={({ currentTarget, target }) => {
        if (target instanceof HTMLSelectElement) void submit(currentTarget, { preventScrollReset: true })
      }}
    >
      {keeps.map((name) => {
        const value = said.get(name)
        return value && <input key={name} type="hidden" name={name} value={value} />
      })}
      {search && (
        <div className="admin-search">
          <label className="sr-only" htmlFor={id}>
            {search}
          </label>
          <input
            id={id}
            className="input"
            type="search"
            name="q"
            placeholder={search}
            defaultValue={said.get('q') ?? ''}
          />
          <button type="submit" className="icon-btn" aria-label="Search">
            <Icon name="search" />
          </button>
        </div>
      )}
      {choices.map(({ name, label, options }) => (
        <label key={name} className="admin-choice">
          <span className="sr-only">{label}</span>
          <select className="input" name={name} defaultValue={said.get(name) ?? ''}>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      {isFiltered && (
        <Link className="btn-text" to={location.pathname}>
          <span>Show all</span>
        </Link>
      )}
      {children}
    </Form>
  )
}
