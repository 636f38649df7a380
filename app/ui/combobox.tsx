import { Autocomplete } from '@base-ui/react/autocomplete'
import { useId } from 'react'
import { Labelled } from './field.tsx'

type Props = {
  label: string
  name: string
  items: readonly string[]
  defaultValue: string
  error?: string | undefined
  autoComplete: string
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** By the beginnings of their words: who types "ne" looks for Nepal or New Zealand, not for Brunei. */
function fitsWords(item: string, typed: string): boolean {
  const name = plain(item)
  const wanted = plain(typed).trim()
  return name.startsWith(wanted) || name.split(/[\s’-]+/).some((word) => word.startsWith(wanted))
}

/** Above its field, a list leaves the label in sight. */
export const aboveLabel = ({ side }: { side: string }) => (side === 'top' ? 32 : 4)

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
          <Autocomplete.Positioner className="combo-layer" sideOffset={aboveLabel}>
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
