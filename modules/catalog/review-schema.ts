import { z } from 'zod'
import { pictureFileField, pictureSchema } from '#modules/media/schema.ts'
import { filledText, longText, rowIdInPath, versionField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

export const mostReviewPictures = 3

const longestReview = 2000

/** As the fields of a form send it. */
export const newReviewSchema = z
  .object({
    productId: rowIdInPath('Please say which piece.'),
    rating: z.coerce
      .number('Please choose one to five.')
      .int('Please choose one to five.')
      .min(1, 'Please choose one to five.')
      .max(5, 'Please choose one to five.'),
    description: filledText(longestReview, 'Please write a few words.'),
    pictures: z
      .array(pictureFileField)
      .max(mostReviewPictures, `Please add at most ${mostReviewPictures} pictures.`)
      .default([]),
  })
  .meta({ id: 'ReviewToWrite' })

export type NewReview = Omit<z.output<typeof newReviewSchema>, 'pictures'>

const states = ['waiting', 'approved', 'refused'] as const
const stateSchema = z.enum(states, 'There is no such state.')
export type ReviewState = (typeof states)[number]

export const ownReviewSchema = z
  .object({ id: z.int(), productId: z.int(), rating: z.int(), description: z.string(), state: stateSchema })
  .meta({ id: 'OwnReview' })

export const ownReviewsSchema = z.array(ownReviewSchema).meta({ id: 'OwnReviews' })
export type OwnReview = z.infer<typeof ownReviewSchema>

export const reviewListSchema = listQuery()
  .omit({ q: true })
  .extend({ state: stateSchema.default('waiting') })

export const reviewRecordSchema = z
  .object({
    id: z.int(),
    version: z.int32(),
    state: stateSchema,
    product: z.object({ productId: z.int(), name: z.string(), slug: z.string(), categoryId: z.int() }),
    name: z.string(),
    rating: z.int(),
    description: z.string(),
    answer: z.string(),
    pictures: z.array(pictureSchema),
    createdAt: z.string(),
  })
  .meta({ id: 'ReviewRecord' })

export const reviewRowsSchema = z
  .object({ rows: z.array(reviewRecordSchema), page: z.int(), hasMore: z.boolean() })
  .meta({ id: 'ReviewRows' })

export const reviewDecisionSchema = z
  .object({ version: versionField, state: stateSchema, answer: longText(longestReview) })
  .meta({ id: 'ReviewDecision' })

export type ReviewRecord = z.infer<typeof reviewRecordSchema>
export type ReviewListQuery = z.output<typeof reviewListSchema>
export type ReviewDecision = z.output<typeof reviewDecisionSchema>
