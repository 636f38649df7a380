import { type ReactNode, useRef, useState } from 'react'
import { ComboboxField } from '#app/ui/combobox.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { nepalProvinces } from '#modules/addresses/countries.ts'
import { CountryField } from './country-field.tsx'
import { addressLabels } from './country-labels.ts'

export type AddressValues = Partial<Record<string, string>>
type Props = { values: AddressValues; errors: AddressValues }
type FieldsProps = Props & {
  onCountry?: ((name: string) => void) | undefined
  /** Staff may leave out what a customer must enter. */
  isEnteredByStaff?: boolean
  /** False if the email of an account is known. */
  hasEmail?: boolean
}

/** Labels and fields depend on the selected country. */
export function AddressFields({ values, errors, onCountry, isEnteredByStaff = false, hasEmail = true }: FieldsProps) {
  const [country, setCountry] = useState(values.country ?? '')
  const phone = useRef<HTMLInputElement>(null)
  const labels = addressLabels(country)

  const choose = (name: string) => {
    const previousDial = addressLabels(country).dial.trim()
    setCountry(name)
    onCountry?.(name)
    const field = phone.current
    if (field && ['', previousDial].includes(field.value.trim())) field.value = addressLabels(name).dial
  }

  return (
    <>
      <FieldPair>
        <Field
          label="First name"
          name="firstName"
          autoComplete="given-name"
          defaultValue={values.firstName}
          required
          error={errors.firstName}
        />
        <Field
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          defaultValue={values.lastName}
          required
          error={errors.lastName}
        />
      </FieldPair>
      <Field
        label="Company"
        name="company"
        autoComplete="organization"
        defaultValue={values.company}
        optional
        error={errors.company}
      />
      <CountryField defaultValue={values.country ?? ''} onChoose={choose} error={errors.country} />
      <Field
        label="Street"
        name="street"
        autoComplete="address-line1"
        defaultValue={values.street}
        required
        error={errors.street}
      />
      {labels.isNepal ? (
        <NepalFields values={values} errors={errors} />
      ) : (
        <FieldPair>
          <Field
            label="City"
            name="city"
            autoComplete="address-level2"
            defaultValue={values.city}
            required
            error={errors.city}
          />
          <Field
            label={labels.state}
            name="state"
            autoComplete="address-level1"
            defaultValue={values.state}
            required
            error={errors.state}
          />
        </FieldPair>
      )}
      <FieldPair>
        <Field
          label={labels.postal}
          name="zip"
          autoComplete="postal-code"
          defaultValue={values.zip}
          optional
          error={errors.zip}
        />
        <Field
          ref={phone}
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={values.phone || labels.dial}
          required
          error={errors.phone}
        />
      </FieldPair>
      {hasEmail && (
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={values.email}
          required={!isEnteredByStaff}
          optional={isEnteredByStaff}
          error={errors.email}
        />
      )}
    </>
  )
}

function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-x-gap gap-y-3">{children}</div>
}

const provinceNames = nepalProvinces.map(({ name }) => name)

/** Nepal has a select of its provinces and suggests the districts of the selected one. */
function NepalFields({ values, errors }: Props) {
  const [province, setProvince] = useState(provinceNames.includes(values.state ?? '') ? (values.state ?? '') : '')
  const chosen = nepalProvinces.filter(({ name }) => !province || name === province)
  const districts = chosen.flatMap((each) => each.districts).toSorted()
  return (
    <FieldPair>
      <SelectField
        label="Province"
        name="state"
        options={provinceNames.map((name) => [name, name])}
        placeholder="Choose"
        defaultValue={province}
        autoComplete="address-level1"
        required
        onSelect={setProvince}
        error={errors.state && 'Please choose a province.'}
      />
      <ComboboxField
        label="City or district"
        name="city"
        items={districts}
        defaultValue={values.city ?? ''}
        autoComplete="address-level2"
        error={errors.city}
      />
    </FieldPair>
  )
}
