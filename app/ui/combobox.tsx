import { Autocomplete } from '@base-ui/react/autocomplete'
import { Combobox } from '@base-ui/react/combobox'
import { useId } from 'react'
import { Labelled } from './field.tsx'
import { Icon } from './icons.tsx'

type Props = {
  label: string
  name: string
  items: readonly string[]
  defaultValue: string
  error?: string | undefined
  autoComplete: string
  onChoose?: (value: string) => void
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** By the beginnings of their words: who types "ne" looks for Nepal or New Zealand, not for Brunei. */
function fitsWords(item: string, typed: string): boolean {
  const name = plain(item)
  const wanted = plain(typed).trim()
  return name.startsWith(wanted) || name.split(/[\s’-]+/).some((word) => word.startsWith(wanted))
}

/** One of many names, found by typing a part of it. */
export function SearchSelect({ label, name, items, defaultValue, error, autoComplete, onChoose }: Props) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error}>
      <Combobox.Root
        items={items}
        name={name}
        autoComplete={autoComplete}
        defaultValue={defaultValue || null}
        filter={fitsWords}
        autoHighlight
        onValueChange={(value) => onChoose?.(value ?? '')}
      >
        <div className="relative">
          <Combobox.Input
            id={id}
            type="text"
            data-field={name}
            className="input pr-12"
            aria-labelledby={`${id}-label`}
            aria-invalid={Boolean(error)}
            aria-describedby={`${id}-message`}
            required
          />
          <Combobox.Trigger className="combo-open" aria-label="Show all" tabIndex={-1}>
            <Icon name="down" />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner className="combo-layer" sideOffset={4}>
            <Combobox.Popup className="combo-popup">
              <Combobox.Empty>
                <p className="t-note m-0 px-4 py-3">No name fits.</p>
              </Combobox.Empty>
              <Combobox.List className="combo-list">
                {(item: string) => (
                  <Combobox.Item key={item} value={item} className="combo-item">
                    {item}
                    <Combobox.ItemIndicator>
                      <Icon name="check" className="ico size-4" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Labelled>
  )
}

/** Words of one's own, with some to choose from. */
export function Suggest({ label, name, items, defaultValue, error, autoComplete }: Props) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error}>
      <Autocomplete.Root items={items} filter={fitsWords} defaultValue={defaultValue} openOnInputClick>
        <Autocomplete.Input
          id={id}
          type="text"
          name={name}
          className="input"
          autoComplete={autoComplete}
          aria-labelledby={`${id}-label`}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-message`}
          required
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="combo-layer" sideOffset={4}>
            <Autocomplete.Popup className="combo-popup">
              <Autocomplete.List className="combo-list">
                {(item: string) => (
                  <Autocomplete.Item key={item} value={item} className="combo-item">
                    {item}
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
