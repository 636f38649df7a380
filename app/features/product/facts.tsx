import type { ReactNode } from 'react'
import type { ProductFacts } from '#modules/catalog/schema.ts'
import { AltitudeLine } from './altitude-line.tsx'

function rows(facts: ProductFacts): [string, ReactNode][] {
  const origin = [facts.originPlace, facts.originDistrict]
    .filter((part, index, all) => part && all.indexOf(part) === index)
    .join(', ')
  const all: [string, ReactNode][] = [
    ['Mineral', facts.mineral ?? undefined],
    ['Trade name', facts.tradeName ?? undefined],
    ['Origin', origin || undefined],
    ['Altitude', facts.altitudeM === null ? undefined : <Altitude key="altitude" altitudeM={facts.altitudeM} />],
    ['Weight', facts.weightG === null ? undefined : `${facts.weightG.toLocaleString('en-US')} g`],
    ['Size', facts.sizeMm ? `${facts.sizeMm.join(' × ')} mm` : undefined],
    ['Treatment', facts.treatment === 'not applicable' ? undefined : facts.treatment],
  ]
  return all.filter(([, value]) => value !== undefined)
}

function Altitude({ altitudeM }: { altitudeM: number }) {
  return (
    <>
      {altitudeM.toLocaleString('en-US')} m
      <AltitudeLine altitudeM={altitudeM} />
    </>
  )
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
