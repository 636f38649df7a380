import * as z from 'zod/mini'
import { maxFrames, minFrames } from '#modules/media/turn.ts'
import { decimalField, integerId, optionalLine, optionalText, requiredLine, slugField } from '#shared/fields.ts'
import { seoFields } from '#shared/seo.ts'
import { tagKey } from '#shared/slugs.ts'
import { maxMeasureLength, relatedLimit, variantKinds } from './contract.ts'
import { curatedListNames, isCuratedList } from './curated-lists.ts'
import { type Fact, mapFacts, maxFactLength, type ProductFacts } from './facts.ts'
import { productPrices, variantPrices } from './price-fields.ts'

export const maxPictures = 12
const maxStock = 1_000_000

const uniqueBy = <Item>(items: Item[], key: (item: Item) => unknown) => new Set(items.map(key)).size === items.length

export const stockField = z
  .int('Please enter a whole number.')
  .check(z.minimum(0, 'Please enter 0 or more.'), z.maximum(maxStock, 'Please check this number: it is too high.'))

const noSuchPicture = 'There is no such picture.'
const noSuchProduct = 'There is no such product.'
const noSuchVariant = 'There is no such variant.'

const turnLength = `A turn has ${minFrames} to ${maxFrames} pictures.`
const noSuchOutline = 'Please mark the outline again.'

const part = (min: number) =>
  decimalField(noSuchOutline, 3, { min, max: 1, tooLow: noSuchOutline, tooHigh: noSuchOutline })

/** Allows the rounding error of a sum of two parts. */
const isInside = (start: number, length: number) => start + length < 1.000_001

const outlineField = z._default(
  z.nullable(
    z
      .object({
        left: part(0),
        top: part(0),
        width: part(0.01),
        height: part(0.01),
        widthMm: decimalField('Please enter the length of the box.', 2, {
          min: 0.1,
          max: 100_000,
          tooLow: 'Please enter a length of 0.1 mm or more.',
          tooHigh: 'Please check this length: it is too high.',
        }),
      })
      .check(z.refine(({ left, top, width, height }) => isInside(left, width) && isInside(top, height), noSuchOutline)),
  ),
  null,
)

const terms = z.array(requiredLine('a word', 60))
const atMost = (count: number) => `Please enter at most ${count}.`

const wordList = (maxTerms: number) => z._default(terms.check(z.maxLength(maxTerms, atMost(maxTerms))), [])

const maxTags = 30
const ownTags = (tags: string[]) => tags.filter((tag) => !isCuratedList(tagKey(tag)))

/** The tags of the lists do not count: a list can always get a product. */
const tagList = z._default(
  terms.check(
    z.maxLength(maxTags + curatedListNames.length, atMost(maxTags)),
    z.refine((tags) => ownTags(tags).length <= maxTags, atMost(maxTags)),
  ),
  [],
)

const factLine = z.pipe(
  optionalLine(maxFactLength),
  z.transform((text) => text || null),
)

function factField(fact: Fact): z.ZodMiniType {
  if (fact.type === 'option') return z._default(z.enum(fact.options, fact.invalid), fact.options[0])
  if (fact.type === 'text') return z._default(z.nullable(factLine), null)
  const { invalid, decimals, min, max, tooLow, tooHigh } = fact
  const number =
    decimals === 0
      ? z.int(invalid).check(z.minimum(min, tooLow), z.maximum(max, tooHigh))
      : decimalField(invalid, decimals, fact)
  if (fact.type === 'number') return z._default(z.nullable(number), null)
  const dimensions = z.array(number).check(z.length(3, 'Please enter length, width and height.'))
  return z._default(z.nullable(dimensions), null)
}

type FactFields = { [Name in keyof ProductFacts]: z.ZodMiniDefault<z.ZodMiniType<ProductFacts[Name]>> }

export const editableShape = {
  slug: slugField,
  name: requiredLine('a name', 120),
  description: optionalText(5000),
  categoryId: z.union([z.literal(1), z.literal(2), z.literal(3)], 'Please choose a category.'),
  ...productPrices,
  stock: stockField.check(z.meta({ description: 'Ignored if the product has variants: their total counts' })),
  tags: tagList,
  colors: wordList(20),
  sizes: wordList(20),
  attributes: z._default(
    z
      .array(
        z.object({
          productAttributeId: z.optional(integerId(noSuchVariant)),
          kind: z.enum(variantKinds, 'A variant is a size or a color.'),
          attributeValue: requiredLine('a name for the variant', 40),
          measure: z._default(
            optionalLine(maxMeasureLength).check(
              z.refine((text) => !/[()]/.test(text), 'Please enter the measure without brackets.'),
            ),
            '',
          ),
          ...variantPrices,
          productQuantity: stockField,
          quantityRead: z.optional(stockField),
        }),
      )
      .check(
        z.maxLength(30, 'A product can have at most 30 variants.'),
        z.refine(
          (variants) => uniqueBy(variants, ({ attributeValue }) => attributeValue.toLowerCase()),
          'Each variant needs a different name.',
        ),
      ),
    [],
  ),
  facts: z.prefault(z.object(mapFacts(factField) as FactFields), {}),
  images: z._default(
    z
      .array(z.object({ pictureId: integerId(noSuchPicture), alt: optionalLine(300), outline: outlineField }))
      .check(z.maxLength(maxPictures, `A product can have at most ${maxPictures} pictures.`)),
    [],
  ),
  turn: z._default(
    z.array(z.object({ pictureId: integerId(noSuchPicture) })).check(
      z.maxLength(maxFrames, turnLength),
      z.refine((frames) => frames.length === 0 || frames.length >= minFrames, turnLength),
    ),
    [],
  ),
  relatedIds: z._default(
    z.array(integerId(noSuchProduct)).check(
      z.maxLength(relatedLimit, `Please choose at most ${relatedLimit} products.`),
      z.refine((ids) => uniqueBy(ids, (id) => id), 'Please choose each product only once.'),
    ),
    [],
  ),
  isArchived: z._default(z.boolean(), false),
  ...seoFields,
}

/** Without the check of its prices: a schema with such a check cannot be narrowed. */
export const uncheckedProductSchema = z.object(editableShape)
