import { useState } from 'react'
import { href, Link } from 'react-router'
import { addressLines } from '#app/features/address/address-lines.tsx'
import { AddressFields } from '#app/features/address/fields.tsx'
import { FollowedAddress } from '#app/features/address/followed-address.tsx'
import { addressErrors, addressValues } from '#app/features/address/typed-address.ts'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { type ChosenCustomer, type Draft, type DraftAddress, isCounterSale, toDraftAddress } from './draft.ts'
import { FindCustomer } from './find-customer.tsx'

type Props = { draft: Draft; errors: Record<string, string>; set: (changes: Partial<Draft>) => void }

/** Who orders, and where the parcel goes. */
export function CustomerSection({ draft, errors: allErrors, set }: Props) {
  const { customer, address } = draft
  // The address fields keep their own text, so another address needs new fields.
  const [filled, setFilled] = useState(0)
  const fill = (changes: Partial<Draft> & { address: DraftAddress }) => {
    set(changes)
    setFilled((count) => count + 1)
  }
  const errors = addressErrors(allErrors)
  return (
    <FormSection title="Customer">
      {customer ? (
        <ChosenAccount
          customer={customer}
          address={address}
          onAddress={(next) => fill({ address: next })}
          onRemove={() => fill({ customer: null, address: toDraftAddress({}) })}
        />
      ) : (
        <FindCustomer onFound={fill} />
      )}
      <FollowedAddress key={filled} className="mt-4" address={address} onChange={(typed) => set({ address: typed })}>
        {isCounterSale(draft) ? (
          <CounterFields address={address} errors={errors} hasEmail={!customer} />
        ) : (
          <AddressFields values={addressValues(address)} errors={errors} isEnteredByStaff hasEmail={!customer} />
        )}
      </FollowedAddress>
      {!customer && (
        <p className="t-note m-0 max-w-prose text-granite">
          With an email, the customer gets an account: we email the order and a link to choose a password. Without one,
          the order has no account and no emails.
        </p>
      )}
    </FormSection>
  )
}

type ChosenProps = {
  customer: ChosenCustomer
  address: DraftAddress
  onAddress: (address: DraftAddress) => void
  onRemove: () => void
}

const oneLine = (address: DraftAddress) => addressLines(address).join(', ')

function ChosenAccount({ customer, address, onAddress, onRemove }: ChosenProps) {
  const { userId, name, email, phone, addresses } = customer
  const chosen = addresses.findIndex((each) => oneLine(each) === oneLine(address))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 bg-snow px-4 py-2">
        <p className="m-0 min-w-0 [overflow-wrap:anywhere]">
          <Link className="text-link" to={href('/admin/customers/:userId', { userId })} target="_blank">
            {name || email}
          </Link>
          <span className="t-note block text-granite">{[email, phone].filter(Boolean).join(' · ')}</span>
        </p>
        <button type="button" className="btn-text" onClick={onRemove}>
          <span>Choose another customer</span>
        </button>
      </div>
      {addresses.length > 0 && (
        <SelectField
          label="Address"
          name="savedAddress"
          value={String(chosen)}
          options={[
            ...addresses.map((each, index) => [String(index), oneLine(each)] as const),
            ['-1', 'Another address'],
          ]}
          onSelect={(index) => onAddress(addresses[Number(index)] ?? toDraftAddress({ phone }))}
        />
      )}
    </>
  )
}

type CounterProps = { address: DraftAddress; errors: Partial<Record<string, string>>; hasEmail: boolean }

/** All of it may stay empty. */
function CounterFields({ address, errors, hasEmail }: CounterProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-x-gap">
        <Field
          label="First name"
          name="firstName"
          optional
          defaultValue={address.firstName}
          error={errors.firstName}
          autoComplete="off"
        />
        <Field
          label="Last name"
          name="lastName"
          optional
          defaultValue={address.lastName}
          error={errors.lastName}
          autoComplete="off"
        />
      </div>
      <Field
        label="Phone"
        name="phone"
        type="tel"
        optional
        defaultValue={address.phone}
        error={errors.phone}
        autoComplete="off"
      />
      {hasEmail && (
        <Field
          label="Email"
          name="email"
          type="email"
          optional
          defaultValue={address.email}
          error={errors.email}
          autoComplete="off"
        />
      )}
    </>
  )
}
