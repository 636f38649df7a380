import type { WireAddress } from '#modules/addresses/contract.ts'

type PostalAddress = Omit<WireAddress, 'addressId' | 'isDefault'>

/** The names are optional in the API, so the city stands in for a missing name. A sale over the counter has neither. */
export function addressLines(address: PostalAddress): string[] {
  const { firstName, lastName, company, streetAddress, city, state, zipCode, country, phone } = address
  const lines = [
    [firstName, lastName].filter(Boolean).join(' ') || city || 'Cash customer',
    company,
    streetAddress,
    [zipCode, city].filter(Boolean).join(' '),
    [state, country].filter(Boolean).join(', '),
    phone,
  ]
  return lines.filter(Boolean)
}

export function AddressLines({ address }: { address: PostalAddress }) {
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
