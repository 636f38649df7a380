import * as z from 'zod/mini'
import { pictureSchema } from '#modules/media/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import {
  displayName,
  integerId,
  optionalLine,
  optionalLink,
  rawText,
  requiredLine,
  requiredText,
  versionField,
} from '#shared/fields.ts'
import { maxSeoDescription, maxSeoTitle } from '#shared/seo.ts'
import { seoPageNames } from './seo-pages.ts'

const pictureId = z._default(z.nullable(integerId('There is no such picture.')), null)
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
  link: z._default(optionalLink, '').check(z.meta({ description: 'Empty: the Learn page' })),
  largePictureId: pictureId,
  smallPictureId: pictureId,
})
const hero = z.object({
  title: requiredLine('a title', 80),
  text: optionalLine(200),
  button: requiredLine('the text of the button', 30),
  link: optionalLink.check(z.meta({ description: 'Empty: the shop page' })),
  largePictureId: pictureId,
  smallPictureId: pictureId,
})

/** `Bag , purse,` becomes `bag, purse`. */
const normalizeCommaList = (text: string) =>
  [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))].filter(Boolean).join(', ')

const hasSearchableText = (text: string) => text.split(',').every((part) => /[\p{L}\p{N}]/u.test(part))
const noSearchableTextMessage = 'Please use words with letters or digits.'

const synonym = z.object({
  word: requiredLine('a tag', 60).check(
    z.overwrite((word) => word.toLowerCase()),
    z.refine(
      (word) => hasSearchableText(word) && !word.includes(','),
      'Please enter one word or phrase, without commas.',
    ),
    z.meta({ description: 'A search word or phrase' }),
  ),
  synonyms: requiredLine('words', 300).check(
    z.overwrite(normalizeCommaList),
    z.refine(hasSearchableText, noSearchableTextMessage),
    z.meta({ description: 'Words or phrases with the same meaning, separated by commas' }),
  ),
})

const rejectDuplicateTerms = (rows: { word: string }[], { addIssue }: z.core.$RefinementCtx) =>
  rows.forEach(({ word }, index) => {
    if (rows.findIndex((row) => row.word === word) < index)
      addIssue({ code: 'custom', message: 'This word is already in the list.', path: [index, 'word'] })
  })

const pageSeo = z.object({
  page: z.enum(seoPageNames, 'There is no such page.'),
  title: optionalLine(maxSeoTitle),
  description: optionalLine(maxSeoDescription),
})

/** Each section is saved as a whole and has one version number. */
export const sectionInputSchemas = {
  testimonials: namedObject('TestimonialsInput', { version, rows: z.array(testimonial).check(z.maxLength(20)) }),
  faqs: namedObject('FaqsInput', { version, rows: z.array(faq).check(z.maxLength(30)) }),
  texts: namedObject('PageTextsInput', { version, rows: z.array(text).check(z.maxLength(100)) }),
  banners: namedObject('BannersInput', {
    version,
    rows: z.array(banner).check(z.length(3, 'There are three banners.')),
  }),
  synonyms: namedObject('SynonymsInput', {
    version,
    rows: z.array(synonym).check(z.maxLength(300), z.superRefine(rejectDuplicateTerms)),
  }),
  hero: namedObject('HeroInput', { version, rows: z.array(hero).check(z.length(1, 'There is one hero.')) }),
  seo: namedObject('PageSeoInput', {
    version,
    rows: z.array(pageSeo).check(
      z.maxLength(seoPageNames.length),
      z.refine((rows) => new Set(rows.map(({ page }) => page)).size === rows.length, 'Please send each page once.'),
    ),
  }),
} as const

export type SectionName = keyof typeof sectionInputSchemas
export type SectionInput<Name extends SectionName> = z.output<(typeof sectionInputSchemas)[Name]>

const withPicture = { picture: z.nullable(pictureSchema) }
const withPictures = { large: z.nullable(pictureSchema), small: z.nullable(pictureSchema) }

/** Sections as they are read, with the pictures of the picture ids. */
export const sectionSchemas = {
  testimonials: namedObject('TestimonialsSection', { version, rows: z.array(z.extend(testimonial, withPicture)) }),
  faqs: namedObject('FaqsSection', { version, rows: z.array(faq) }),
  texts: namedObject('PageTextsSection', {
    version,
    rows: z.array(z.extend(text, { page: z.string(), label: z.string(), isOwn: z.boolean() })),
  }),
  banners: namedObject('BannersSection', {
    version,
    rows: z.array(z.extend(banner, withPictures)),
  }),
  synonyms: namedObject('SynonymsSection', { version, rows: z.array(synonym) }),
  hero: namedObject('HeroSection', { version, rows: z.array(z.extend(hero, withPictures)) }),
  seo: namedObject('PageSeoSection', { version, rows: z.array(pageSeo) }),
} as const satisfies Record<SectionName, z.ZodMiniObject>

export type Section<Name extends SectionName> = z.output<(typeof sectionSchemas)[Name]>

const getSection = <N extends SectionName>(name: N, noun: string) =>
  endpoint({
    method: 'get',
    path: `/admin/${name}`,
    audience: 'content',
    summary: `Get ${noun}`,
    answer: sectionSchemas[name],
  })

const replaceSection = <N extends SectionName>(name: N, noun: string) =>
  endpoint({
    method: 'put',
    path: `/admin/${name}`,
    audience: 'content',
    summary: `Replace ${noun}`,
    errors: ['conflict'],
    current: sectionSchemas[name],
    body: sectionInputSchemas[name],
    answer: sectionSchemas[name],
  })

export const getTestimonials = getSection('testimonials', 'the testimonials of the home page')
export const replaceTestimonials = replaceSection('testimonials', 'the testimonials of the home page')
export const getFaqs = getSection('faqs', 'the FAQs of the Learn page')
export const replaceFaqs = replaceSection('faqs', 'the FAQs of the Learn page')
export const getPageTexts = getSection('texts', 'the page texts')
export const replacePageTexts = replaceSection('texts', 'the page texts')
export const getBanners = getSection('banners', 'the banners of the home page')
export const replaceBanners = replaceSection('banners', 'the banners of the home page')
export const getSynonyms = getSection('synonyms', 'the synonyms of the product search')
export const replaceSynonyms = replaceSection('synonyms', 'the synonyms of the product search')
export const getHero = getSection('hero', 'the hero of the home page')
export const replaceHero = replaceSection('hero', 'the hero of the home page')
export const getPageSeo = getSection('seo', 'the titles and descriptions of pages for search engines')
export const replacePageSeo = replaceSection('seo', 'the titles and descriptions of pages for search engines')
