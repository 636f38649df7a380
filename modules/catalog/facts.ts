const treatments = ['none', 'heated', 'dyed', 'oiled', 'stabilised', 'irradiated', 'coated', 'not applicable'] as const

export const maxFactLength = 120

type Named = {
  name: string
  label: string
  /** On the product page, if it differs. */
  pageLabel?: string
  /** In the editor, if it differs from the label with its unit. */
  formLabel?: string
  /** In the API documentation. */
  description?: string
}
type Measured = {
  unit?: string
  decimals: 0 | 1 | 2
  min: number
  max: number
  invalid: string
  tooLow: string
  tooHigh: string
}

/** A dimensions fact is length, width and height. An option is never empty: its default is the first option. */
type AnyFact = Named &
  (
    | { type: 'text' }
    | ({ type: 'number' } & Measured)
    | ({ type: 'dimensions' } & Measured)
    | { type: 'option'; options: readonly [string, ...string[]]; invalid: string; hidden: string }
  )

/** All facts of a product. Table, API, editor, CSV file, seed and product page are derived from this list. */
export const productFacts = [
  { name: 'mineral', type: 'text', label: 'Mineral' },
  { name: 'tradeName', type: 'text', label: 'Trade name' },
  { name: 'originDistrict', type: 'text', label: 'District of origin', pageLabel: 'Origin' },
  { name: 'originPlace', type: 'text', label: 'Place of origin' },
  {
    name: 'altitudeM',
    type: 'number',
    label: 'Altitude',
    unit: 'm',
    description: 'Meters above sea level',
    decimals: 0,
    min: -500,
    max: 8849,
    invalid: 'Please enter meters as a whole number.',
    tooLow: 'Please enter -500 m or more.',
    tooHigh: 'Please enter 8,849 m or less.',
  },
  {
    name: 'weightG',
    type: 'number',
    label: 'Weight',
    unit: 'g',
    description: 'Grams',
    decimals: 2,
    min: 0.01,
    max: 10_000_000,
    invalid: 'Please enter a weight.',
    tooLow: 'Please enter a weight of 0.01 g or more.',
    tooHigh: 'Please check this weight: it is too high.',
  },
  {
    name: 'sizeMm',
    type: 'dimensions',
    label: 'Length, width and height',
    pageLabel: 'Size',
    formLabel: 'Length × width × height (mm)',
    unit: 'mm',
    description: 'Length, width and height in millimeters',
    decimals: 1,
    min: 0.1,
    max: 100_000,
    invalid: 'Please enter a size.',
    tooLow: 'Please enter sizes of 0.1 mm or more.',
    tooHigh: 'Please check this size: it is too high.',
  },
  {
    name: 'treatment',
    type: 'option',
    label: 'Treatment',
    options: treatments,
    invalid: 'Please choose a treatment.',
    hidden: 'not applicable',
  },
  { name: 'maker', type: 'text', label: 'Maker', description: 'The workshop or the people who made the product' },
] as const satisfies readonly AnyFact[]

type ListedFact = (typeof productFacts)[number]
export type FactName = ListedFact['name']
export type Fact = AnyFact & { name: FactName }

type ValueOf<Listed> = Listed extends { options: readonly (infer Option)[] }
  ? Option
  : Listed extends { type: 'text' }
    ? string | null
    : Listed extends { type: 'number' }
      ? number | null
      : number[] | null

export type Treatment = (typeof treatments)[number]

export type ProductFacts = { [Listed in ListedFact as Listed['name']]: ValueOf<Listed> }

/** The name of the column in the database and in CSV files. */
export const factColumn = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

/** An object with one value for each fact. */
export function mapFacts<Value>(toValue: (fact: Fact) => Value): Record<FactName, Value> {
  return Object.fromEntries(productFacts.map((fact: Fact) => [fact.name, toValue(fact)])) as Record<FactName, Value>
}

/** The value of a fact that is not given. */
export const emptyFact = (fact: Fact) => (fact.type === 'option' ? fact.options[0] : null)
