import { z } from 'zod'
import { pictureSchema } from '#modules/media/schema.ts'
import {
  dateField,
  displayName,
  integerId,
  markdownText,
  optionalLine,
  optionalText,
  rawText,
  requiredLine,
  requiredText,
  slugField,
  timestampField,
  versionField,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const postStatuses = ['draft', 'scheduled', 'published'] as const
const statusSchema = z.enum(postStatuses, 'There is no such status.')

const body = markdownText(100_000)
const pictureId = integerId('There is no such picture.').nullable().default(null)

const postShape = {
  slug: slugField,
  title: requiredLine('a title', 160),
  author: displayName('an author', 80),
  datePosted: dateField,
  tags: z.array(requiredLine('a tag', 60)).max(20, 'Please use at most 20 tags.').default([]),
  excerpt: optionalText(400),
  body,
  pictureId,
  pictureAlt: optionalLine(300).default(''),
  status: statusSchema.default('draft'),
  publishAt: timestampField.nullable().default(null),
}

type Schedule = { status: (typeof postStatuses)[number]; publishAt: string | null }
const hasTimeIfScheduled = ({ status, publishAt }: Schedule) => status !== 'scheduled' || publishAt !== null
const publishTimeMissing = { message: 'Please choose when to publish the post.', path: ['publishAt'] }

export const newPostSchema = z.object(postShape).refine(hasTimeIfScheduled, publishTimeMissing).meta({ id: 'NewPost' })
export const postChangeSchema = z
  .object({ ...postShape, version: versionField })
  .refine(hasTimeIfScheduled, publishTimeMissing)
  .meta({ id: 'PostChange' })

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
    status: statusSchema,
    publishAt: z.string().nullable(),
  })
  .meta({ id: 'PostRecord' })

export type PostRecord = z.infer<typeof postRecordSchema>

export const postListQuerySchema = listQuery().extend({ status: statusSchema.optional() })
export type PostListQuery = z.output<typeof postListQuerySchema>

const postRow = postRecordSchema.pick({
  postId: true,
  slug: true,
  title: true,
  author: true,
  datePosted: true,
  status: true,
  publishAt: true,
})
export const postRowsSchema = z
  .object({ rows: z.array(postRow), page: z.int(), hasMore: z.boolean() })
  .meta({ id: 'PostRows' })
export type PostRow = z.infer<typeof postRow>

export const markdownSchema = z.object({ body }).meta({ id: 'MarkdownInput' })
export const htmlSchema = z.object({ html: z.string() }).meta({ id: 'SafeHtml' })

const version = versionField

const testimonial = z.object({
  name: displayName('a name', 80),
  title: optionalLine(120),
  description: requiredText(600),
  pictureId,
})
const faq = z.object({ question: requiredLine('a question', 200), answer: requiredText(2000) })
const text = z.object({ key: rawText(60), text: requiredText(1200) })
const banner = z.object({
  title: requiredLine('a title', 120),
  largePictureId: pictureId,
  smallPictureId: pictureId,
})

/** `Bag , purse,` becomes `bag, purse`. */
const normalizeCommaList = (text: string) =>
  [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))].filter(Boolean).join(', ')

const hasSearchableText = (text: string) => text.split(',').every((part) => /[\p{L}\p{N}]/u.test(part))
const noSearchableTextMessage = 'Please use words with letters or digits.'

const synonym = z.object({
  word: requiredLine('a tag', 60)
    .overwrite((word) => word.toLowerCase())
    .refine(
      (word) => hasSearchableText(word) && !word.includes(','),
      'Please enter one word or phrase, without commas.',
    )
    .meta({ description: 'A search word or phrase' }),
  synonyms: requiredLine('words', 300)
    .overwrite(normalizeCommaList)
    .refine(hasSearchableText, noSearchableTextMessage)
    .meta({ description: 'Words or phrases with the same meaning, separated by commas' }),
})

const rejectDuplicateTerms = (rows: { word: string }[], { addIssue }: z.RefinementCtx) =>
  rows.forEach(({ word }, index) => {
    if (rows.findIndex((row) => row.word === word) < index)
      addIssue({ code: 'custom', message: 'This word is already in the list.', path: [index, 'word'] })
  })

/** Each section is saved as a whole and has one version number. */
export const sectionInputSchemas = {
  testimonials: z.object({ version, rows: z.array(testimonial).max(20) }).meta({ id: 'TestimonialsInput' }),
  faqs: z.object({ version, rows: z.array(faq).max(30) }).meta({ id: 'FaqsInput' }),
  texts: z.object({ version, rows: z.array(text).max(100) }).meta({ id: 'PageTextsInput' }),
  banners: z
    .object({ version, rows: z.array(banner).length(3, 'There are three banners.') })
    .meta({ id: 'BannersInput' }),
  synonyms: z
    .object({ version, rows: z.array(synonym).max(300).superRefine(rejectDuplicateTerms) })
    .meta({ id: 'SynonymsInput' }),
} as const

export type SectionName = keyof typeof sectionInputSchemas
export type SectionInput<Name extends SectionName> = z.output<(typeof sectionInputSchemas)[Name]>

const withPicture = { picture: pictureSchema.nullable() }

/** Sections as they are read, with the pictures of the picture ids. */
export const sectionSchemas = {
  testimonials: z
    .object({ version, rows: z.array(testimonial.extend(withPicture)) })
    .meta({ id: 'TestimonialsSection' }),
  faqs: z.object({ version, rows: z.array(faq) }).meta({ id: 'FaqsSection' }),
  texts: z
    .object({ version, rows: z.array(text.extend({ page: z.string(), label: z.string(), isOwn: z.boolean() })) })
    .meta({ id: 'PageTextsSection' }),
  banners: z
    .object({
      version,
      rows: z.array(banner.extend({ large: pictureSchema.nullable(), small: pictureSchema.nullable() })),
    })
    .meta({ id: 'BannersSection' }),
  synonyms: z.object({ version, rows: z.array(synonym) }).meta({ id: 'SynonymsSection' }),
} as const satisfies Record<SectionName, z.ZodObject>

export type Section<Name extends SectionName> = z.output<(typeof sectionSchemas)[Name]>
