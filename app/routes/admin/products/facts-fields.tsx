import { SelectField } from '#app/features/admin/select-field.tsx'
import { Field } from '#app/ui/field.tsx'
import { treatments } from '#modules/catalog/schema.ts'
import type { Draft } from './draft.ts'

type Props = { draft: Draft; errors: Record<string, string>; set: (changes: Partial<Draft>) => void }

const textFields = [
  ['mineral', 'Mineral'],
  ['tradeName', 'Trade name'],
  ['originPlace', 'Place of origin'],
  ['originDistrict', 'District of origin'],
] as const

const numberFields = [
  ['altitudeM', 'Altitude (m)'],
  ['weightG', 'Weight (g)'],
] as const

export function FactsFields({ draft, errors, set }: Props) {
  return (
    <div className="field-grid">
      {textFields.map(([key, label]) => (
        <Field
          key={key}
          label={label}
          name={key}
          optional
          maxLength={120}
          value={draft[key]}
          error={errors[`facts.${key}`]}
          onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
        />
      ))}
      {numberFields.map(([key, label]) => (
        <Field
          key={key}
          label={label}
          name={key}
          optional
          inputMode="decimal"
          value={draft[key]}
          error={errors[`facts.${key}`]}
          onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
        />
      ))}
      <Field
        label="Length × width × height (mm)"
        name="sizeMm"
        optional
        placeholder="60 × 40 × 35"
        value={draft.sizeMm}
        error={
          errors['facts.sizeMm'] ?? errors['facts.sizeMm.0'] ?? errors['facts.sizeMm.1'] ?? errors['facts.sizeMm.2']
        }
        onChange={({ currentTarget }) => set({ sizeMm: currentTarget.value })}
      />
      <SelectField
        label="Treatment"
        name="treatment"
        value={draft.treatment}
        options={treatments.map((treatment) => [treatment, treatment])}
        error={errors['facts.treatment']}
        onSelect={(treatment) => set({ treatment })}
      />
    </div>
  )
}
