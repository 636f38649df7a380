import { type ReactNode, useId } from 'react'
import { addressLines } from '#app/features/address/lines.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { WireAddress } from '#modules/addresses/schema.ts'

export const newAddress = 'new'

type Props = {
  addresses: WireAddress[]
  chosen: string | null
  error: string | undefined
  onChoose: (chosen: string) => void
}

/** None is chosen for the person. */
export function AddressChoice({ addresses, chosen, error, onChoose }: Props) {
  const message = useId()
  const choice = (value: string) => ({ value, message, isChosen: chosen === value, onChoose })
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0" aria-invalid={Boolean(error)}>
      <legend className="field-label p-0">Choose one of your addresses, or write another</legend>
      <div className="address-choice">
        {addresses.map((address) => (
          <Choice key={address.addressId} {...choice(address.addressId)}>
            <Lines lines={addressLines(address)} />
          </Choice>
        ))}
        <Choice {...choice(newAddress)}>Another address</Choice>
      </div>
      <p id={message} className={error ? 'field-msg is-error' : 'field-msg'} aria-live="polite">
        {error && <Icon name="alert" className="ico size-4 shrink-0" />}
        {error}
      </p>
    </fieldset>
  )
}

type ChoiceProps = {
  value: string
  message: string
  isChosen: boolean
  onChoose: (chosen: string) => void
  children: ReactNode
}

function Choice({ value, message, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label>
      <input
        className="check mt-0.5"
        type="radio"
        name="addressId"
        value={value}
        checked={isChosen}
        aria-describedby={message}
        onChange={() => onChoose(value)}
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
