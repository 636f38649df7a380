import { z } from 'zod'
import { addPost, changePost, listPosts, readPostRecord } from '#modules/content/admin.server.ts'
import {
  htmlSchema,
  markdownSchema,
  newPostSchema,
  postChangeSchema,
  postListSchema,
  postRecordSchema,
  postRowsSchema,
  type SheetName,
  sheetSchemas,
  shownSheetSchemas,
} from '#modules/content/admin-schema.ts'
import { renderMarkdown } from '#modules/content/markdown.server.ts'
import { saveSheet, showSheet } from '#modules/content/sections.server.ts'
import { rowIdInPath } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ postId: rowIdInPath('There is no such post.') })

const postEndpoints = [
  endpoint({
    operationId: 'listPosts',
    method: 'get',
    path: '/admin/posts',
    audience: 'staff',
    summary: 'List blog posts with drafts, newest first',
    query: postListSchema,
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

const sheets = (name: SheetName, title: string, noun: string) => [
  endpoint({
    operationId: `get${title}`,
    method: 'get',
    path: `/admin/${name}`,
    audience: 'staff',
    summary: `Get ${noun}`,
    answer: shownSheetSchemas[name],
    handle: ({ db }) => showSheet(db, name),
  }),
  endpoint({
    operationId: `replace${title}`,
    method: 'put',
    path: `/admin/${name}`,
    audience: 'staff',
    summary: `Replace ${noun}`,
    errors: ['conflict'],
    current: shownSheetSchemas[name],
    body: sheetSchemas[name],
    answer: shownSheetSchemas[name],
    handle: ({ db }, { actor, body }) => saveSheet(db, actor, name, body as never),
  }),
]

export const adminContentEndpoints = [
  ...postEndpoints,
  ...sheets('testimonials', 'Testimonials', 'the testimonials of the home page'),
  ...sheets('faqs', 'Faqs', 'the questions and answers of the page Learn'),
  ...sheets('texts', 'PageTexts', 'the texts of pages'),
  ...sheets('banners', 'Banners', 'the banners of the home page'),
  ...sheets('synonyms', 'Synonyms', 'the synonyms of the product search'),
] as const
