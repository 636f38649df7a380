import type { WireAddress } from '#modules/addresses/schema.ts'

/** An address as it is written on a parcel. */
export function AddressLines({ address }: { address: WireAddress }) {
  const { firstName, lastName, company, streetAddress, city, state, zipCode, country, phone } = address
  const lines = [
    company,
    streetAddress,
    [zipCode, city].filter(Boolean).join(' '),
    [state, country].filter(Boolean).join(', '),
    phone,
  ]
  return (
    <address className="text-granite not-italic [overflow-wrap:anywhere]">
      <span className="block text-ink">{[firstName, lastName].filter(Boolean).join(' ') || city}</span>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
