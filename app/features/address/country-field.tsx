import { Autocomplete } from '@base-ui/react/autocomplete'
import { useId, useState } from 'react'
import { aboveLabel } from '#app/ui/combobox.tsx'
import { Labelled } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { Country } from '#modules/addresses/countries.ts'
import { findCountry, likelyCount, suggestCountries } from '#modules/addresses/find-country.ts'
import { unknownCountry } from './checks.ts'

type Props = { defaultValue: string; error: string | undefined; onChoose: (name: string) => void }

function onlyOne(typed: string): Country | undefined {
  const [first, ...others] = suggestCountries(typed)
  return others.length === 0 ? first : undefined
}

/** A country by any of its names or its code. What was typed stays, also where no country is called so. */
export function CountryField({ defaultValue, error, onChoose }: Props) {
  const id = useId()
  const [text, setText] = useState(findCountry(defaultValue)?.name ?? defaultValue)
  const [isTyping, setTyping] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const isKnown = findCountry(text) !== undefined
  // Whoever opens the list of a filled field looks for another country.
  const query = isTyping ? text : ''
  const names = suggestCountries(query).map(({ name }) => name)
  const message = isKnown ? undefined : (error ?? (isLeft ? unknownCountry(text) : undefined))

  const choose = (name: string) => {
    setText(name)
    setTyping(false)
    onChoose(name)
  }
  const leave = () => {
    const fitting = findCountry(text) ?? onlyOne(text)
    if (fitting) return choose(fitting.name)
    setTyping(false)
    setLeft(text.trim() !== '')
    onChoose('')
  }

  return (
    <Labelled id={id} label="Country" error={message}>
      <Autocomplete.Root
        items={names}
        filter={null}
        value={text}
        autoHighlight
        openOnInputClick
        onValueChange={(value, { reason }) => {
          if (reason === 'item-press') return choose(value)
          setText(value)
          setTyping(true)
          setLeft(false)
          // As the browser fills it in.
          if (findCountry(value)?.name === value) onChoose(value)
        }}
      >
        <div className="relative">
          <Autocomplete.Input
            id={id}
            type="text"
            name="country"
            className="input pr-12"
            autoComplete="country-name"
            aria-labelledby={`${id}-label`}
            aria-invalid={Boolean(message)}
            aria-describedby={`${id}-message`}
            required
            onBlur={leave}
          />
          <Autocomplete.Trigger className="combo-open" aria-label="Show all" tabIndex={-1}>
            <Icon name="down" />
          </Autocomplete.Trigger>
        </div>
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="combo-layer" sideOffset={aboveLabel}>
            <Autocomplete.Popup className="combo-popup">
              <Autocomplete.Empty>
                <p className="t-note m-0 px-4 py-3">No name fits.</p>
              </Autocomplete.Empty>
              <Autocomplete.List className="combo-list">
                {(name: string, index: number) => (
                  <Autocomplete.Item
                    key={name}
                    value={name}
                    className={!query && index === likelyCount - 1 ? 'combo-item is-last-likely' : 'combo-item'}
                  >
                    {name}
                    {name === text && <Icon name="check" className="ico size-4" />}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </Labelled>
  )
}
