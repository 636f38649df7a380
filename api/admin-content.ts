import * as z from 'zod/mini'
import { addPost, changePost, listPosts, readPostRecord } from '#modules/content/admin.server.ts'
import {
  htmlSchema,
  markdownSchema,
  newPostSchema,
  postChangeSchema,
  postListQuerySchema,
  postRecordSchema,
  postRowsSchema,
  type SectionName,
  sectionInputSchemas,
  sectionSchemas,
} from '#modules/content/admin-schema.ts'
import { renderMarkdown } from '#modules/content/markdown.server.ts'
import { findSection, saveSection } from '#modules/content/sections.server.ts'
import { integerIdFromText } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ postId: integerIdFromText('There is no such post.') })

const postEndpoints = [
  endpoint({
    operationId: 'listPosts',
    method: 'get',
    path: '/admin/posts',
    audience: 'staff',
    summary: 'List blog posts with drafts, newest first',
    query: postListQuerySchema,
    answer: postRowsSchema,
    handle: ({ db }, { query }) => listPosts(db, query),
  }),
  endpoint({
    operationId: 'createPost',
    method: 'post',
    path: '/admin/posts',
    audience: 'staff',
    summary: 'Create a blog post',
    errors: ['conflict'],
    body: newPostSchema,
    answer: postRecordSchema,
    status: 201,
    handle: (shop, { actor, body }) => addPost(shop, actor, body),
  }),
  endpoint({
    operationId: 'previewMarkdown',
    method: 'post',
    path: '/admin/posts/preview',
    audience: 'staff',
    summary: 'Render Markdown as the shop shows it',
    body: markdownSchema,
    answer: htmlSchema,
    handle: async (_, { body }) => ({ html: renderMarkdown(body.body) }),
  }),
  endpoint({
    operationId: 'getPost',
    method: 'get',
    path: '/admin/posts/{postId}',
    audience: 'staff',
    summary: 'Get a blog post with everything that can be edited',
    errors: ['notFound'],
    params,
    answer: postRecordSchema,
    handle: ({ db }, { params: { postId } }) => readPostRecord(db, postId),
  }),
  endpoint({
    operationId: 'updatePost',
    method: 'put',
    path: '/admin/posts/{postId}',
    audience: 'staff',
    summary: 'Change, schedule or publish a blog post',
    errors: ['notFound', 'conflict'],
    current: postRecordSchema,
    params,
    body: postChangeSchema,
    answer: postRecordSchema,
    handle: (shop, { actor, params: { postId }, body }) => changePost(shop, actor, postId, body),
  }),
] as const

const sectionEndpoints = (name: SectionName, title: string, noun: string) => [
  endpoint({
    operationId: `get${title}`,
    method: 'get',
    path: `/admin/${name}`,
    audience: 'staff',
    summary: `Get ${noun}`,
    answer: sectionSchemas[name],
    handle: ({ db }) => findSection(db, name),
  }),
  endpoint({
    operationId: `replace${title}`,
    method: 'put',
    path: `/admin/${name}`,
    audience: 'staff',
    summary: `Replace ${noun}`,
    errors: ['conflict'],
    current: sectionSchemas[name],
    body: sectionInputSchemas[name],
    answer: sectionSchemas[name],
    handle: ({ db }, { actor, body }) => saveSection(db, actor, name, body as never),
  }),
]

export const adminContentEndpoints = [
  ...postEndpoints,
  ...sectionEndpoints('testimonials', 'Testimonials', 'the testimonials of the home page'),
  ...sectionEndpoints('faqs', 'Faqs', 'the FAQs of the Learn page'),
  ...sectionEndpoints('texts', 'PageTexts', 'the page texts'),
  ...sectionEndpoints('banners', 'Banners', 'the banners of the home page'),
  ...sectionEndpoints('synonyms', 'Synonyms', 'the synonyms of the product search'),
] as const
