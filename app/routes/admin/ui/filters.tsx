import { type MouseEvent, useId, useState } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { Icon } from '#app/ui/icons.tsx'

type Choice = { name: string; label: string; options: readonly (readonly [value: string, text: string])[] }
type Props = {
  /** What the search field looks for, such as «Number, name or phone». */
  search?: string
  choices?: readonly Choice[]
  /** What stays in the address besides. */
  keeps?: readonly string[]
}

/** Search and choices above a list. They are the address: Back undoes them, and a link to them can be sent. */
export function Filters({ search, choices = [], keeps = ['sort'] }: Props) {
  const id = useId()
  const location = useLocation()
  const said = new URLSearchParams(location.search)
  const { typed, type, ask } = useTyped(said.get('q') ?? '')
  const isFiltered = ['q', ...choices.map(({ name }) => name)].some((name) => said.get(name))
  return (
    <Form method="get" role="search" className="admin-filters" preventScrollReset onSubmit={ask}>
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
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
          <button type="submit" className="icon-btn" aria-label="Search">
            <Icon name="search" />
          </button>
        </div>
      )}
      {choices.map((choice) => (
        <ChoiceField key={choice.name} choice={choice} said={said.get(choice.name) ?? ''} />
      ))}
      {!search && (
        <button type="submit" className="btn-text sr-only focus-visible:not-sr-only">
          <span>Apply</span>
        </button>
      )}
      {isFiltered && (
        <Link className="btn-text" to={location.pathname} onClick={keepKeyboardInForm}>
          <span>Show all</span>
        </Link>
      )}
    </Form>
  )
}

/** What is typed follows the address, unless the address only brings what was asked for here and typed on since. */
function useTyped(said: string) {
  const [typed, type] = useState(said)
  const [asked, setAsked] = useState<string>()
  const [known, setKnown] = useState(said)
  if (said !== known) {
    setKnown(said)
    setAsked(undefined)
    if (said !== asked) type(said)
  }
  return { typed, type, ask: () => setAsked(typed) }
}

/** Shows at once what was chosen, and follows the address whenever that changes. */
function ChoiceField({ choice: { name, label, options }, said }: { choice: Choice; said: string }) {
  const [chosen, choose] = useState(said)
  const [known, setKnown] = useState(said)
  if (said !== known) {
    setKnown(said)
    choose(said)
  }
  return (
    <label className="admin-choice">
      <span className="sr-only">{label}</span>
      <select
        className="input"
        name={name}
        value={chosen}
        onChange={({ currentTarget }) => {
          choose(currentTarget.value)
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

/** The link goes with what it clears; a press of a key, which has no `detail`, must not fall out of the form with it. */
function keepKeyboardInForm({ detail, currentTarget }: MouseEvent<HTMLElement>): void {
  if (detail === 0) currentTarget.closest('form')?.querySelector<HTMLElement>('[type=search], select')?.focus()
}
