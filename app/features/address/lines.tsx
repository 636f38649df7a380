import type { WireAddress } from '#modules/addresses/schema.ts'

type Written = Omit<WireAddress, 'addressId' | 'isDefault'>

/** An address as it is written on a parcel; the name comes first. */
export function addressLines(address: Written): string[] {
  const { firstName, lastName, company, streetAddress, city, state, zipCode, country, phone } = address
  const lines = [
    [firstName, lastName].filter(Boolean).join(' ') || city,
    company,
    streetAddress,
    [zipCode, city].filter(Boolean).join(' '),
    [state, country].filter(Boolean).join(', '),
    phone,
  ]
  return lines.filter(Boolean)
}

export function AddressLines({ address }: { address: Written }) {
  const [name, ...lines] = addressLines(address)
  return (
    <address className="text-granite not-italic [overflow-wrap:anywhere]">
      <span className="block text-ink">{name}</span>
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
