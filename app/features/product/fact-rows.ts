import { type Fact, type FactName, type ProductFacts, productFacts } from '#modules/catalog/facts.ts'
import { type Altitude, altitudeOf } from './altitude.ts'

export type FactRow = { label: string; text: string; altitude?: Altitude; anchor?: string }

/** The facts as the product page shows them. The page's loader calls this, so that visitors do not load the list. */
export function factRows(facts: ProductFacts): FactRow[] {
  const origin = [...new Set([facts.originPlace, facts.originDistrict])].filter(Boolean).join(', ')
  const special: Partial<Record<FactName, string>> = { originDistrict: origin, originPlace: '' }
  return productFacts
    .map((fact: Fact) => ({
      label: fact.pageLabel ?? fact.label,
      text: special[fact.name] ?? textOf(fact, facts[fact.name]),
      ...(fact.type === 'option' && { anchor: anchorOf(String(facts[fact.name])) }),
      ...(fact.name === 'altitudeM' && facts.altitudeM !== null && { altitude: altitudeOf(facts.altitudeM) }),
    }))
    .filter(({ text }) => text !== '')
}

/** The place of a fact, or of one of its options, on the page that explains them. */
export const anchorOf = (name: string) => name.toLowerCase().replace(/\W+/g, '-')

function textOf(fact: Fact, value: ProductFacts[FactName]): string {
  if (value === null || (fact.type === 'option' && value === fact.hidden)) return ''
  const text = typeof value === 'number' ? value.toLocaleString('en-US') : [value].flat().join(' × ')
  return 'unit' in fact ? `${text} ${fact.unit}` : text
}
