import { Field, SelectField } from '#app/ui/field.tsx'
import { type Fact, maxFactLength, productFacts } from '#modules/catalog/facts.ts'
import type { ProductEditor } from './draft.ts'

// The form asks for the place before the district.
const [mineral, tradeName, district, place, ...others] = productFacts
const fields: Fact[] = [mineral, tradeName, place, district, ...others]

const inputs = {
  text: { maxLength: maxFactLength },
  number: { inputMode: 'decimal' },
  dimensions: { placeholder: '60 × 40 × 35' },
} as const

export function FactsFields({ editor: { draft, errors, set, field } }: { editor: ProductEditor }) {
  const errorOf = (name: string) =>
    ['', '.0', '.1', '.2'].map((part) => errors[`facts.${name}${part}`]).find((error) => error !== undefined)
  return (
    <div className="-mb-3 grid gap-x-5 gap-y-1 sm:grid-cols-2">
      {fields.map((fact) =>
        fact.type === 'option' ? (
          <SelectField
            key={fact.name}
            label={fact.label}
            name={fact.name}
            value={draft[fact.name]}
            options={fact.options.map((option) => [option, option])}
            error={errorOf(fact.name)}
            onSelect={(option) => set({ [fact.name]: option })}
          />
        ) : (
          <Field
            key={fact.name}
            label={fact.formLabel ?? ('unit' in fact ? `${fact.label} (${fact.unit})` : fact.label)}
            optional
            {...inputs[fact.type]}
            {...field(fact.name)}
            error={errorOf(fact.name)}
          />
        ),
      )}
    </div>
  )
}
