import * as z from 'zod/mini'
import { pictureSchema } from '#modules/media/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import {
  dateField,
  displayName,
  integerId,
  integerIdFromText,
  markdownText,
  optionalLine,
  optionalText,
  requiredLine,
  slugField,
  timestampField,
  versionField,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { seoFields } from '#shared/seo.ts'

const postStatuses = ['draft', 'scheduled', 'published'] as const
const statusSchema = z.enum(postStatuses, 'There is no such status.')

const body = markdownText(100_000)
const pictureId = z._default(z.nullable(integerId('There is no such picture.')), null)

const postShape = {
  slug: slugField,
  title: requiredLine('a title', 160),
  author: displayName('an author', 80),
  datePosted: dateField,
  tags: z._default(z.array(requiredLine('a tag', 60)).check(z.maxLength(20, 'Please use at most 20 tags.')), []),
  excerpt: optionalText(400),
  body,
  pictureId,
  pictureAlt: z._default(optionalLine(300), ''),
  status: z._default(statusSchema, 'draft'),
  publishAt: z._default(z.nullable(timestampField), null),
  ...seoFields,
}

type Schedule = { status: (typeof postStatuses)[number]; publishAt: string | null }
const hasTimeIfScheduled = ({ status, publishAt }: Schedule) => status !== 'scheduled' || publishAt !== null
const publishTimeMissing = { message: 'Please choose when to publish the post.', path: ['publishAt'] }

export const newPostSchema = z
  .object(postShape)
  .check(z.refine(hasTimeIfScheduled, publishTimeMissing))
  .register(z.globalRegistry, { id: 'NewPost' })
export const postChangeSchema = z
  .object({ ...postShape, version: versionField })
  .check(z.refine(hasTimeIfScheduled, publishTimeMissing))
  .register(z.globalRegistry, { id: 'PostChange' })

export type NewPost = z.output<typeof newPostSchema>
export type PostChange = z.output<typeof postChangeSchema>

export const postRecordSchema = namedObject('PostRecord', {
  postId: z.int(),
  version: z.int32(),
  slug: z.string(),
  title: z.string(),
  author: z.string(),
  datePosted: z.string(),
  tags: z.array(z.string()),
  excerpt: z.string(),
  body: z.string(),
  pictureId: z.nullable(z.int32()),
  pictureAlt: z.string(),
  picture: z.nullable(pictureSchema),
  status: statusSchema,
  publishAt: z.nullable(z.string()),
  shareToken: z.nullable(z.string()).check(z.meta({ description: 'Of the link to the draft, if it is shared' })),
  seoTitle: z.string(),
  seoDescription: z.string(),
})

export type PostRecord = z.infer<typeof postRecordSchema>

export const postListQuerySchema = z.extend(listQuery(), { status: z.optional(statusSchema) })
export type PostListQuery = z.output<typeof postListQuerySchema>

const postRow = z.pick(postRecordSchema, {
  postId: true,
  slug: true,
  title: true,
  author: true,
  datePosted: true,
  status: true,
  publishAt: true,
})
export const postRowsSchema = namedObject('PostRows', { rows: z.array(postRow), page: z.int(), hasMore: z.boolean() })
export type PostRow = z.infer<typeof postRow>

export const markdownSchema = namedObject('MarkdownInput', { body })
export const htmlSchema = namedObject('SafeHtml', { html: z.string() })

export const listPosts = endpoint({
  method: 'get',
  path: '/admin/posts',
  audience: 'content',
  summary: 'List blog posts with drafts, newest first',
  query: postListQuerySchema,
  answer: postRowsSchema,
})

export const createPost = endpoint({
  method: 'post',
  path: '/admin/posts',
  audience: 'content',
  summary: 'Create a blog post',
  errors: ['conflict'],
  body: newPostSchema,
  answer: postRecordSchema,
  status: 201,
})

export const previewMarkdown = endpoint({
  method: 'post',
  path: '/admin/posts/preview',
  audience: 'content',
  summary: 'Render Markdown as the shop shows it',
  body: markdownSchema,
  answer: htmlSchema,
})

const params = z.object({ postId: integerIdFromText('There is no such post.') })

export const getPost = endpoint({
  method: 'get',
  path: '/admin/posts/{postId}',
  audience: 'content',
  summary: 'Get a blog post with everything that can be edited',
  errors: ['notFound'],
  params,
  answer: postRecordSchema,
})

export const updatePost = endpoint({
  method: 'put',
  path: '/admin/posts/{postId}',
  audience: 'content',
  summary: 'Change, schedule or publish a blog post',
  errors: ['notFound', 'conflict'],
  current: postRecordSchema,
  params,
  body: postChangeSchema,
  answer: postRecordSchema,
})

export const shareDraft = endpoint({
  method: 'post',
  path: '/admin/posts/{postId}/link',
  audience: 'content',
  summary: 'Create a secret link to a draft, or get the one that exists',
  errors: ['notFound', 'conflict'],
  params,
  answer: postRecordSchema,
})

export const unshareDraft = endpoint({
  method: 'delete',
  path: '/admin/posts/{postId}/link',
  audience: 'content',
  summary: 'Revoke the link to a draft',
  errors: ['notFound'],
  params,
  answer: postRecordSchema,
})
