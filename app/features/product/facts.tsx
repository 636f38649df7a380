import type { ReactNode } from 'react'
import { type Fact, type FactName, type ProductFacts, productFacts } from '#modules/catalog/facts.ts'
import { AltitudeLine } from './altitude-line.tsx'

function textOf(fact: Fact, value: ProductFacts[FactName]): string {
  if (value === null || (fact.type === 'option' && value === fact.hidden)) return ''
  const text = typeof value === 'number' ? value.toLocaleString('en-US') : [value].flat().join(' × ')
  return 'unit' in fact ? `${text} ${fact.unit}` : text
}

function rows(facts: ProductFacts): [string, ReactNode][] {
  const origin = [...new Set([facts.originPlace, facts.originDistrict])].filter(Boolean).join(', ')
  const special: Partial<Record<FactName, ReactNode>> = {
    originDistrict: origin,
    originPlace: '',
    ...(facts.altitudeM === null ? {} : { altitudeM: <Altitude altitudeM={facts.altitudeM} /> }),
  }
  return productFacts
    .map((fact: Fact): [string, ReactNode] => [
      fact.pageLabel ?? fact.label,
      special[fact.name] ?? textOf(fact, facts[fact.name]),
    ])
    .filter(([, value]) => value !== '')
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
