import { type ReactNode, useRef, useState } from 'react'
import { Suggest } from '#app/ui/combobox.tsx'
import { Field } from '#app/ui/field.tsx'
import { nepalProvinces } from '#modules/addresses/countries.ts'
import type { AddressName } from './checks.ts'
import { Choose } from './choose.tsx'
import { CountryField } from './country-field.tsx'
import { wordsFor } from './country-words.ts'

export type AddressValues = Partial<Record<AddressName, string>>
type Props = { values: AddressValues; errors: AddressValues }
type FieldsProps = Props & { onCountry?: ((name: string) => void) | undefined }

/** The fields of an address, as checkout and the address book ask for them; they fit the chosen country. */
export function AddressFields({ values, errors, onCountry }: FieldsProps) {
  const [country, setCountry] = useState(values.country ?? '')
  const phone = useRef<HTMLInputElement>(null)
  const words = wordsFor(country)

  const choose = (name: string) => {
    const before = wordsFor(country).dial.trim()
    setCountry(name)
    onCountry?.(name)
    const field = phone.current
    if (field && ['', before].includes(field.value.trim())) field.value = wordsFor(name).dial
  }

  return (
    <>
      <Pair>
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
      </Pair>
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
      {words.isNepal ? (
        <InNepal values={values} errors={errors} />
      ) : (
        <Pair>
          <Field
            label="City"
            name="city"
            autoComplete="address-level2"
            defaultValue={values.city}
            required
            error={errors.city}
          />
          <Field
            label={words.state}
            name="state"
            autoComplete="address-level1"
            defaultValue={values.state}
            required
            error={errors.state}
          />
        </Pair>
      )}
      <Pair>
        <Field
          label={words.postal}
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
          defaultValue={values.phone || words.dial}
          required
          error={errors.phone}
        />
      </Pair>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={values.email}
        required
        error={errors.email}
      />
    </>
  )
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-x-gap gap-y-3">{children}</div>
}

const provinceNames = nepalProvinces.map(({ name }) => name)

/** In Nepal there are seven provinces to choose from, and the districts of the chosen one as places to name. */
function InNepal({ values, errors }: Props) {
  const [province, setProvince] = useState(provinceNames.includes(values.state ?? '') ? (values.state ?? '') : '')
  const chosen = nepalProvinces.filter(({ name }) => !province || name === province)
  const districts = chosen.flatMap((each) => each.districts).toSorted()
  return (
    <Pair>
      <Choose
        label="Province"
        name="state"
        items={provinceNames}
        defaultValue={province}
        autoComplete="address-level1"
        onChoose={setProvince}
        error={errors.state}
      />
      <Suggest
        label="City or district"
        name="city"
        items={districts}
        defaultValue={values.city ?? ''}
        autoComplete="address-level2"
        error={errors.city}
      />
    </Pair>
  )
}
