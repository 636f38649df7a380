import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ReactNode, useId, useState } from 'react'
import { useDebounced } from '#app/lib/delayed-value.ts'
import { listOffset } from '#app/ui/combobox.tsx'
import { FieldFrame } from '#app/ui/field.tsx'
import { useSelectOnEnter } from './use-select-on-enter.ts'

const debounceMs = 250

/** What is typed into a `FindField`. `q` follows after a pause and is empty while the text is too short. */
export function useFindText(minLength = 1) {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const debounced = useDebounced(text, debounceMs)
  return {
    typed,
    setTyped,
    isLongEnough: text.length >= minLength,
    q: debounced.length >= minLength ? debounced : '',
    isCurrent: debounced === text,
  }
}

type Props<Hit> = {
  label: string
  placeholder: string
  text: ReturnType<typeof useFindText>
  list: { label: string; hits: readonly Hit[]; isLoaded: boolean; empty: string; keyOf: (hit: Hit) => string }
  error?: string | undefined
  onSelect: (hit: Hit) => void
  children: (hit: Hit) => ReactNode
}

/** A search field whose results are selected with the pointer or with arrows and Enter. Selecting empties the field. */
export function FindField<Hit>({ label, placeholder, text, list, error, onSelect, children }: Props<Hit>) {
  const id = useId()
  const { typed, setTyped, isLongEnough, isCurrent } = text
  const [isOpen, setOpen] = useState(false)
  const isLoaded = isCurrent && list.isLoaded
  const [first] = list.hits
  const select = (hit: Hit | undefined) => {
    if (!hit) return
    setTyped('')
    onSelect(hit)
  }
  const { reset, onItemHighlighted, onEnter } = useSelectOnEnter<Hit>(isLoaded, (hit = first) => select(hit))
  return (
    <FieldFrame id={id} label={label} error={error}>
      <Autocomplete.Root
        items={list.hits}
        filter={null}
        value={typed}
        open={isOpen && isLongEnough}
        onOpenChange={setOpen}
        autoHighlight="always"
        onItemHighlighted={onItemHighlighted}
        itemToStringValue={list.keyOf}
        onValueChange={(value, { reason }) => {
          if (reason === 'item-press') return
          setTyped(value)
          reset()
        }}
      >
        <Autocomplete.Input
          id={id}
          type="text"
          className="input"
          autoComplete="off"
          enterKeyHint="search"
          placeholder={placeholder}
          aria-labelledby={`${id}-label`}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-message`}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.preventBaseUIHandler()
            if (isLongEnough) onEnter()
          }}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="z-60 outline-none" sideOffset={listOffset}>
            <Autocomplete.Popup className="combo-popup" aria-busy={!isLoaded}>
              <Autocomplete.Status className={list.hits.length > 0 ? 'sr-only' : 't-note px-3.5 py-3'}>
                {statusText(list.hits.length, isLoaded, list.empty)}
              </Autocomplete.Status>
              <Autocomplete.List
                className="combo-list max-h-[min(26rem,var(--available-height))]"
                aria-label={list.label}
              >
                {(hit: Hit) => (
                  <Autocomplete.Item
                    key={list.keyOf(hit)}
                    value={hit}
                    className="combo-item justify-start gap-3 py-1.5 [overflow-wrap:anywhere]"
                    onClick={() => select(hit)}
                  >
                    {children(hit)}
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

function statusText(count: number, isLoaded: boolean, empty: string): string {
  if (!isLoaded) return 'Searching...'
  if (count === 0) return empty
  return count === 1 ? '1 result' : `${count} results`
}
