import { useId } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { longestMeasure } from '#modules/catalog/schema.ts'
import type { DraftChoice } from './draft.ts'

type Props = { choices: DraftChoice[]; errors: Record<string, string>; onChange: (choices: DraftChoice[]) => void }

let made = 0

/** Sizes or colours that a piece comes in, each with its own stock. */
export function Choices({ choices, errors, onChange }: Props) {
  const change = (index: number, said: Partial<DraftChoice>) =>
    onChange(choices.map((choice, at) => (at === index ? { ...choice, ...said } : choice)))
  const add = () => {
    made += 1
    onChange([
      ...choices,
      { key: `new ${made}`, kind: choices.at(-1)?.kind ?? 'size', value: '', measure: '', stock: '1' },
    ])
  }
  return (
    <>
      {choices.length > 0 && (
        <ul className="choice-list" aria-label="Choices">
          {choices.map((choice, index) => (
            <li key={choice.key}>
              <Choice
                choice={choice}
                place={index + 1}
                error={['attributeValue', 'measure', 'productQuantity']
                  .map((name) => errors[`attributes.${index}.${name}`])
                  .find(Boolean)}
                change={(said) => change(index, said)}
                remove={() => onChange(choices.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      {errors.attributes && <p className="field-msg is-error">{errors.attributes}</p>}
      <Button look="line" onClick={add}>
        Add a choice
      </Button>
    </>
  )
}

type ChoiceProps = {
  choice: DraftChoice
  place: number
  error: string | undefined
  change: (said: Partial<DraftChoice>) => void
  remove: () => void
}

function Choice({ choice, place, error, change, remove }: ChoiceProps) {
  const id = useId()
  return (
    <>
      <select
        className="input"
        aria-label={`Kind of choice ${place}`}
        value={choice.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as DraftChoice['kind'] })}
      >
        <option value="size">Size</option>
        <option value="color">Colour</option>
      </select>
      <input
        type="text"
        className="input"
        aria-label={`Name of choice ${place}`}
        aria-invalid={Boolean(error)}
        aria-describedby={id}
        placeholder="Small"
        value={choice.value}
        maxLength={40}
        onChange={({ currentTarget }) => change({ value: currentTarget.value })}
      />
      <input
        type="text"
        className="input"
        aria-label={`Measure of choice ${place}`}
        placeholder="45–60 mm"
        value={choice.measure}
        maxLength={longestMeasure}
        onChange={({ currentTarget }) => change({ measure: currentTarget.value })}
      />
      <input
        type="text"
        className="input"
        aria-label={`Stock of choice ${place}`}
        inputMode="numeric"
        value={choice.stock}
        onChange={({ currentTarget }) => change({ stock: currentTarget.value })}
      />
      <button type="button" className="icon-btn" aria-label={`Remove choice ${place}`} onClick={remove}>
        <Icon name="close" />
      </button>
      <p id={id} className={error ? 'field-msg is-error' : 'sr-only'} aria-live="polite">
        {error}
      </p>
    </>
  )
}
