import { Autocomplete } from '@base-ui/react/autocomplete'
import { useId } from 'react'
import { FieldFrame } from './field.tsx'

type Props = {
  label: string
  name: string
  items: readonly string[]
  defaultValue: string
  error?: string | undefined
  autoComplete: string
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Matches the start of words: "ne" matches Nepal and New Zealand, not Brunei. */
function matchesWordStart(item: string, typed: string): boolean {
  const name = withoutAccents(item)
  const query = withoutAccents(typed).trim()
  return name.startsWith(query) || name.split(/[\s’-]+/).some((word) => word.startsWith(query))
}

/** A list above its field must not cover the label. */
export const listOffset = ({ side }: { side: string }) => (side === 'top' ? 32 : 4)

/** A text field with suggestions. */
export function ComboboxField({ label, name, items, defaultValue, error, autoComplete }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error}>
      <Autocomplete.Root items={items} filter={matchesWordStart} defaultValue={defaultValue} openOnInputClick>
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
          <Autocomplete.Positioner className="z-60 outline-none" sideOffset={listOffset}>
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
    </FieldFrame>
  )
}
