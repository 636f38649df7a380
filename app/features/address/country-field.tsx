import { Autocomplete } from '@base-ui/react/autocomplete'
import { useId, useState } from 'react'
import { listOffset } from '#app/ui/combobox.tsx'
import { FieldFrame } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { countryError } from '#modules/addresses/contract.ts'
import type { Country } from '#modules/addresses/countries.ts'
import { findCountry, likelyCount, suggestCountries } from '#modules/addresses/find-country.ts'

type Props = { defaultValue: string; error: string | undefined; onChoose: (name: string) => void }

function onlyMatch(typed: string): Country | undefined {
  const [first, ...others] = suggestCountries(typed)
  return others.length === 0 ? first : undefined
}

/** Finds a country by any of its names or its code. Unknown text stays in the field. */
export function CountryField({ defaultValue, error, onChoose }: Props) {
  const id = useId()
  const [text, setText] = useState(findCountry(defaultValue)?.name ?? defaultValue)
  const [isTyping, setTyping] = useState(false)
  const [showsError, setBlurred] = useState(false)
  const isCountry = findCountry(text) !== undefined
  // Opening the list of a filled field shows all countries.
  const query = isTyping ? text : ''
  const names = suggestCountries(query).map(({ name }) => name)
  const message = isCountry ? undefined : (error ?? (showsError ? countryError(text) : undefined))

  const choose = (name: string) => {
    setText(name)
    setTyping(false)
    onChoose(name)
  }
  const onBlur = () => {
    const match = findCountry(text) ?? onlyMatch(text)
    if (match) return choose(match.name)
    setTyping(false)
    setBlurred(text.trim() !== '')
    onChoose('')
  }

  return (
    <FieldFrame id={id} label="Country" error={message}>
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
          setBlurred(false)
          // Autofill enters the name without choosing an item.
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
            onBlur={onBlur}
          />
          <Autocomplete.Trigger
            className="absolute inset-y-0 right-0 grid w-12 place-items-center"
            aria-label="Show all countries"
            tabIndex={-1}
          >
            <Icon name="down" className="ico size-3.5" />
          </Autocomplete.Trigger>
        </div>
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="z-60 outline-none" sideOffset={listOffset}>
            <Autocomplete.Popup className="combo-popup">
              <Autocomplete.Empty>
                <p className="t-note m-0 px-4 py-3">No country found.</p>
              </Autocomplete.Empty>
              <Autocomplete.List className="combo-list">
                {(name: string, index: number) => (
                  <Autocomplete.Item
                    key={name}
                    value={name}
                    className={!query && index === likelyCount - 1 ? 'combo-item border-rule border-b' : 'combo-item'}
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
    </FieldFrame>
  )
}
