import type { CardVariant } from '#modules/catalog/contract.ts'

type VariantLabel = Pick<CardVariant, 'value' | 'measure'>

/** "Small, 45–60 mm" */
export function variantText({ value, measure }: VariantLabel): string {
  return measure ? `${value}, ${measure}` : value
}

const kindNames: Record<CardVariant['kind'], string> = { size: 'Size', color: 'Colour' }

export function kindName(variants: CardVariant[]): string {
  return kindNames[variants[0]?.kind ?? 'size']
}

export function chooseText(variants: CardVariant[]): string {
  return `Choose a ${kindName(variants).toLowerCase()}`
}
