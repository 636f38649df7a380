import type * as z from 'zod/mini'
import { pictureApiUrl } from '#modules/media/picture.ts'
import type {
  Blog,
  BlogCard,
  BlogPage,
  blogCardSchema,
  blogPageSchema,
  blogSchema,
  Testimonial,
  testimonialsSchema,
} from './contract.ts'
import { renderMarkdown } from './markdown.server.ts'

function blogCardOnWire({ picture, slug, ...card }: BlogCard): z.infer<typeof blogCardSchema> {
  return { ...card, slug, slugs: slug, imageURL: picture && pictureApiUrl(picture) }
}

export function blogOnWire({ body, seo: _, ...card }: Blog): z.infer<typeof blogSchema> {
  return { ...blogCardOnWire(card), body, bodyHtml: renderMarkdown(body) }
}

export function blogPageOnWire({ items, ...page }: BlogPage): z.infer<typeof blogPageSchema> {
  return { data: items.map(blogCardOnWire), ...page }
}

export function testimonialsOnWire(testimonials: Testimonial[]): z.infer<typeof testimonialsSchema> {
  return {
    data: testimonials.map(({ picture, ...rest }) => ({ ...rest, imageURL: picture && pictureApiUrl(picture) })),
  }
}
