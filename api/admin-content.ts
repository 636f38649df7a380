import type { Actor } from '#modules/accounts/sessions.server.ts'
import {
  addPost,
  changePost,
  listPosts,
  readPostRecord,
  shareDraft,
  unshareDraft,
} from '#modules/content/admin.server.ts'
import * as postContract from '#modules/content/admin-contract.ts'
import { renderMarkdown } from '#modules/content/markdown.server.ts'
import { fillPlaceholders } from '#modules/content/placeholders.ts'
import { findSection, saveSection } from '#modules/content/sections.server.ts'
import type { SectionInput, SectionName } from '#modules/content/sections-contract.ts'
import * as sectionContract from '#modules/content/sections-contract.ts'
import type { Shop } from '#modules/shop.server.ts'
import { implement } from './endpoint.ts'

const get =
  <N extends SectionName>(name: N) =>
  ({ db }: Shop) =>
    findSection(db, name)

const replace =
  <N extends SectionName>(name: N) =>
  ({ db }: Shop, { actor, body }: { actor: Actor; body: SectionInput<N> }) =>
    saveSection(db, actor, name, body)

const postEndpoints = implement(postContract, {
  listPosts: ({ db }, { query }) => listPosts(db, query),
  createPost: (shop, { actor, body }) => addPost(shop, actor, body),
  previewMarkdown: async ({ ownerSettings }, { body }) => ({
    html: renderMarkdown(fillPlaceholders(body.body, await ownerSettings.site())),
  }),
  getPost: ({ db }, { params: { postId } }) => readPostRecord(db, postId),
  updatePost: (shop, { actor, params: { postId }, body }) => changePost(shop, actor, postId, body),
  shareDraft: ({ db }, { actor, params: { postId } }) => shareDraft(db, actor, postId),
  unshareDraft: ({ db }, { actor, params: { postId } }) => unshareDraft(db, actor, postId),
})

const sectionEndpoints = implement(sectionContract, {
  getTestimonials: get('testimonials'),
  replaceTestimonials: replace('testimonials'),
  getFaqs: get('faqs'),
  replaceFaqs: replace('faqs'),
  getPageTexts: get('texts'),
  replacePageTexts: replace('texts'),
  getBanners: get('banners'),
  replaceBanners: replace('banners'),
  getSynonyms: get('synonyms'),
  replaceSynonyms: replace('synonyms'),
  getHero: get('hero'),
  replaceHero: replace('hero'),
  getPageSeo: get('seo'),
  replacePageSeo: replace('seo'),
})

export const adminContentEndpoints = [...postEndpoints, ...sectionEndpoints]
