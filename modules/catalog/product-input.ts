import * as z from 'zod/mini'
import { maxFrames } from '#modules/media/turn.ts'
import { rawText, slugField } from '#shared/fields.ts'
import { seoFields } from '#shared/seo.ts'
import { factsSchema, maxMeasureLength, outlineSchema, variantKinds } from './contract.ts'

const minorUnitsOrNull = z._default(z.nullable(z.int().check(z.minimum(0))), null)
const saleShape = { saleNpr: minorUnitsOrNull, saleUsd: minorUnitsOrNull }

export const productInputSchema = z.object({
  slug: slugField,
  name: rawText(120).check(z.minLength(1)),
  description: rawText(5000),
  categoryId: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  priceNpr: z.int().check(z.minimum(0)),
  priceUsd: z.int().check(z.minimum(0)),
  ...saleShape,
  saleFrom: z._default(z.nullable(z.iso.date()), null),
  saleUntil: z._default(z.nullable(z.iso.date()), null),
  stock: z.int().check(z.minimum(0)),
  tags: z.array(rawText(60).check(z.minLength(1))).check(z.maxLength(34)),
  colors: z._default(z.array(rawText(40)).check(z.maxLength(20)), []),
  sizes: z._default(z.array(rawText(40)).check(z.maxLength(20)), []),
  variants: z._default(
    z
      .array(
        z.object({
          kind: z.enum(variantKinds),
          value: rawText(40).check(z.minLength(1)),
          measure: z._default(rawText(maxMeasureLength), ''),
          priceNpr: minorUnitsOrNull,
          priceUsd: minorUnitsOrNull,
          ...saleShape,
          stock: z.int().check(z.minimum(0)),
        }),
      )
      .check(z.maxLength(30)),
    [],
  ),
  facts: z._default(z.partial(factsSchema), {}),
  images: z
    .array(z.object({ pictureId: z.int32(), alt: rawText(300), outline: z._default(z.nullable(outlineSchema), null) }))
    .check(z.maxLength(20)),
  turn: z._default(z.array(z.object({ pictureId: z.int32() })).check(z.maxLength(maxFrames)), []),
  ...seoFields,
  createdAt: z.optional(z.date()),
})

export type ProductInput = z.input<typeof productInputSchema>
