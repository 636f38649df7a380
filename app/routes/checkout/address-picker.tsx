import { type ReactNode, useId } from 'react'
import { addressLines } from '#app/features/address/address-lines.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { WireAddress } from '#modules/addresses/contract.ts'

export const newAddress = 'new'

type Props = {
  addresses: WireAddress[]
  selectedId: string | null
  error: string | undefined
  onSelect: (selectedId: string) => void
}

/** No address is preselected. */
export function AddressPicker({ addresses, selectedId, error, onSelect }: Props) {
  const message = useId()
  const optionProps = (value: string) => ({ value, message, isSelected: selectedId === value, onSelect })
  return (
    <fieldset className="group m-0 min-w-0 border-0 p-0" aria-invalid={Boolean(error)}>
      <legend className="field-label p-0">Choose a saved address or enter a new one</legend>
      <div className="grid gap-3 md:grid-cols-2">
        {addresses.map((address) => (
          <AddressOption key={address.addressId} {...optionProps(address.addressId)}>
            <Lines lines={addressLines(address)} />
          </AddressOption>
        ))}
        <AddressOption {...optionProps(newAddress)}>Another address</AddressOption>
      </div>
      <p id={message} className={error ? 'field-message is-error' : 'field-message'} aria-live="polite">
        {error && <Icon name="alert" className="ico size-4 shrink-0" />}
        {error}
      </p>
    </fieldset>
  )
}

type AddressOptionProps = {
  value: string
  message: string
  isSelected: boolean
  onSelect: (selectedId: string) => void
  children: ReactNode
}

function AddressOption({ value, message, isSelected, onSelect, children }: AddressOptionProps) {
  return (
    <label className="flex cursor-pointer gap-4 border border-edge bg-paper px-5 py-4 hover:border-ink has-checked:[box-shadow:inset_0_0_0_1px_var(--color-ink)] has-checked:border-ink has-focus-visible:focus-ring group-aria-[invalid=true]:border-error!">
      <input
        className="check mt-0.5 focus-visible:outline-none"
        type="radio"
        name="addressId"
        value={value}
        checked={isSelected}
        aria-describedby={message}
        onChange={() => onSelect(value)}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </label>
  )
}

function Lines({ lines: [name, ...lines] }: { lines: string[] }) {
  return (
    <>
      <span className="block">{name}</span>
      {lines.map((line) => (
        <span key={line} className="block text-granite">
          {line}
        </span>
      ))}
    </>
  )
}
