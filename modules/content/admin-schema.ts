import { z } from 'zod'
import { pictureSchema } from '#modules/media/schema.ts'
import {
  dayField,
  displayName,
  filledText,
  longText,
  lookupText,
  markdownText,
  momentField,
  optionalLine,
  rowId,
  slugField,
  typedLine,
  versionField,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const postStates = ['draft', 'scheduled', 'published'] as const
const stateSchema = z.enum(postStates, 'There is no such state.')

const body = markdownText(100_000)
const pictureId = rowId('There is no such picture.').nullable().default(null)

const postShape = {
  slug: slugField,
  title: typedLine('a title', 160),
  author: displayName('an author', 80),
  datePosted: dayField,
  tags: z.array(typedLine('a word', 60)).max(20, 'Please use at most 20 tags.').default([]),
  excerpt: longText(400),
  body,
  pictureId,
  pictureAlt: optionalLine(300).default(''),
  state: stateSchema.default('draft'),
  publishAt: momentField.nullable().default(null),
}

type Timed = { state: (typeof postStates)[number]; publishAt: string | null }
const hasMoment = ({ state, publishAt }: Timed) => state !== 'scheduled' || publishAt !== null
const momentMissing = { message: 'Please choose when it is to appear.', path: ['publishAt'] }

export const newPostSchema = z.object(postShape).refine(hasMoment, momentMissing).meta({ id: 'PostToWrite' })
export const postChangeSchema = z
  .object({ ...postShape, version: versionField })
  .refine(hasMoment, momentMissing)
  .meta({ id: 'PostToChange' })

export type NewPost = z.output<typeof newPostSchema>
export type PostChange = z.output<typeof postChangeSchema>

export const postRecordSchema = z
  .object({
    postId: z.int(),
    version: z.int32(),
    slug: z.string(),
    title: z.string(),
    author: z.string(),
    datePosted: z.string(),
    tags: z.array(z.string()),
    excerpt: z.string(),
    body: z.string(),
    pictureId: z.int32().nullable(),
    pictureAlt: z.string(),
    picture: pictureSchema.nullable(),
    state: stateSchema,
    publishAt: z.string().nullable(),
  })
  .meta({ id: 'PostRecord' })

export type PostRecord = z.infer<typeof postRecordSchema>

export const postListSchema = listQuery().extend({ state: stateSchema.optional() })
export type PostListQuery = z.output<typeof postListSchema>

const postRow = postRecordSchema.pick({
  postId: true,
  slug: true,
  title: true,
  author: true,
  datePosted: true,
  state: true,
  publishAt: true,
})
export const postRowsSchema = z
  .object({ rows: z.array(postRow), page: z.int(), hasMore: z.boolean() })
  .meta({ id: 'PostRows' })
export type PostRow = z.infer<typeof postRow>

export const markdownSchema = z.object({ body }).meta({ id: 'MarkdownToShow' })
export const htmlSchema = z.object({ html: z.string() }).meta({ id: 'SafeHtml' })

const version = versionField

const voice = z.object({
  name: displayName('a name', 80),
  title: optionalLine(120),
  description: filledText(600),
  pictureId,
})
const question = z.object({ question: typedLine('a question', 200), answer: filledText(2000) })
const text = z.object({ key: lookupText(60), words: filledText(1200) })
const banner = z.object({
  title: typedLine('a title', 120),
  largePictureId: pictureId,
  smallPictureId: pictureId,
})

/** `Bag , purse,` is `bag, purse`. */
const commaList = (text: string) =>
  [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))].filter(Boolean).join(', ')

const namesSomething = (text: string) => text.split(',').every((part) => /[\p{L}\p{N}]/u.test(part))
const lettersMissing = 'Please use words with letters or digits.'

const synonym = z.object({
  word: typedLine('a word', 60)
    .overwrite((word) => word.toLowerCase())
    .refine((word) => namesSomething(word) && !word.includes(','), 'Please enter one word or phrase, without commas.')
    .meta({ description: 'A word or phrase that shoppers type' }),
  synonyms: typedLine('words', 300)
    .overwrite(commaList)
    .refine(namesSomething, lettersMissing)
    .meta({ description: 'Words or phrases that the search finds too, separated by commas' }),
})

const wordsOnce = (rows: { word: string }[], { addIssue }: z.RefinementCtx) =>
  rows.forEach(({ word }, index) => {
    if (rows.findIndex((row) => row.word === word) < index)
      addIssue({ code: 'custom', message: 'This word is in the list already.', path: [index, 'word'] })
  })

/** Small lists, edited as a whole; each has one version. */
export const sheetSchemas = {
  testimonials: z.object({ version, rows: z.array(voice).max(20) }).meta({ id: 'TestimonialSheet' }),
  faqs: z.object({ version, rows: z.array(question).max(30) }).meta({ id: 'QuestionSheet' }),
  texts: z.object({ version, rows: z.array(text).max(100) }).meta({ id: 'TextSheet' }),
  banners: z
    .object({ version, rows: z.array(banner).length(3, 'There are three banners.') })
    .meta({ id: 'BannerSheet' }),
  synonyms: z.object({ version, rows: z.array(synonym).max(300).superRefine(wordsOnce) }).meta({ id: 'SynonymSheet' }),
} as const

export type SheetName = keyof typeof sheetSchemas
export type Sheet<Name extends SheetName> = z.output<(typeof sheetSchemas)[Name]>

const seen = { picture: pictureSchema.nullable() }

/** The same with the pictures that belong to the ids. */
export const shownSheetSchemas = {
  testimonials: z.object({ version, rows: z.array(voice.extend(seen)) }).meta({ id: 'ShownTestimonials' }),
  faqs: z.object({ version, rows: z.array(question) }).meta({ id: 'ShownQuestions' }),
  texts: z
    .object({ version, rows: z.array(text.extend({ page: z.string(), label: z.string(), isOwn: z.boolean() })) })
    .meta({ id: 'ShownTexts' }),
  banners: z
    .object({
      version,
      rows: z.array(banner.extend({ large: pictureSchema.nullable(), small: pictureSchema.nullable() })),
    })
    .meta({ id: 'ShownBanners' }),
  synonyms: z.object({ version, rows: z.array(synonym) }).meta({ id: 'ShownSynonyms' }),
} as const satisfies Record<SheetName, z.ZodObject>

export type ShownSheet<Name extends SheetName> = z.output<(typeof shownSheetSchemas)[Name]>
