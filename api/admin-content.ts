import { z } from 'zod'
import { addPost, changePost, listPosts, readPostRecord } from '#modules/content/editor.server.ts'
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
} from '#modules/content/editor-schema.ts'
import { renderMarkdown } from '#modules/content/markdown.server.ts'
import { saveSheet, showSheet } from '#modules/content/sheets.server.ts'
import { rowIdInPath } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ postId: rowIdInPath('There is no such post.') })

const postEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/posts',
    audience: 'staff',
    summary: 'Blog posts, drafts too, newest first',
    query: postListSchema,
    answer: postRowsSchema,
    handle: ({ db }, { query }) => listPosts(db, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/posts',
    audience: 'staff',
    summary: 'Writes a post',
    body: newPostSchema,
    answer: postRecordSchema,
    status: 201,
    handle: (shop, { actor, body }) => addPost(shop, actor, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/posts/preview',
    audience: 'staff',
    summary: 'Markdown as the shop will show it',
    body: markdownSchema,
    answer: htmlSchema,
    handle: async (_, { body }) => ({ html: renderMarkdown(body.body) }),
  }),
  endpoint({
    method: 'get',
    path: '/admin/posts/{postId}',
    audience: 'staff',
    summary: 'One post with all that can be edited',
    params,
    answer: postRecordSchema,
    handle: ({ db }, { params: { postId } }) => readPostRecord(db, postId),
  }),
  endpoint({
    method: 'put',
    path: '/admin/posts/{postId}',
    audience: 'staff',
    summary: 'Changes, schedules or publishes a post',
    params,
    body: postChangeSchema,
    answer: postRecordSchema,
    handle: (shop, { actor, params: { postId }, body }) => changePost(shop, actor, postId, body),
  }),
]

const sheets = (name: SheetName, what: string) => [
  endpoint({
    method: 'get',
    path: `/admin/${name}`,
    audience: 'staff',
    summary: what,
    answer: shownSheetSchemas[name],
    handle: ({ db }) => showSheet(db, name),
  }),
  endpoint({
    method: 'put',
    path: `/admin/${name}`,
    audience: 'staff',
    summary: `${what}, as they are to be from now on`,
    body: sheetSchemas[name],
    answer: shownSheetSchemas[name],
    handle: ({ db }, { actor, body }) => saveSheet(db, actor, name, body as never),
  }),
]

export const adminContentEndpoints = [
  ...postEndpoints,
  ...sheets('testimonials', 'The testimonials of the home page'),
  ...sheets('faqs', 'The questions of the page Learn'),
  ...sheets('texts', 'The texts of pages'),
  ...sheets('banners', 'The banners of the home page'),
]
