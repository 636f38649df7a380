import type { ProductFacts } from '#modules/catalog/schema.ts'

function rows(facts: ProductFacts): [string, string][] {
  const place = [facts.originPlace, facts.originDistrict]
    .filter((part, at, all) => part && all.indexOf(part) === at)
    .join(', ')
  const all: [string, string | undefined][] = [
    ['Mineral', facts.mineral ?? undefined],
    ['Trade name', facts.tradeName ?? undefined],
    ['Origin', place || undefined],
    ['Altitude', facts.altitudeM === null ? undefined : `${facts.altitudeM.toLocaleString('en-US')} m`],
    ['Weight', facts.weightG === null ? undefined : `${facts.weightG.toLocaleString('en-US')} g`],
    ['Size', facts.sizeMm ? `${facts.sizeMm.join(' × ')} mm` : undefined],
    ['Treatment', facts.treatment === 'not applicable' ? undefined : facts.treatment],
  ]
  return all.filter((row): row is [string, string] => row[1] !== undefined)
}

export function Facts({ facts }: { facts: ProductFacts }) {
  return (
    <dl className="rule m-0 mt-8">
      {rows(facts).map(([name, value]) => (
        <div key={name} className="grid grid-cols-[8rem_1fr] border-rule border-b py-3">
          <dt className="text-granite">{name}</dt>
          <dd className="m-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
