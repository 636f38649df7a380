import * as z from 'zod/mini'
import type { Picture } from '#modules/media/picture.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { slugInPath } from '#shared/fields.ts'
import { pagingSchema } from '#shared/lists.ts'
import type { SeoTexts } from '#shared/seo.ts'

export const blogsPageSize = 8

const blogCardShape = {
  title: z.string(),
  slugs: z.string(),
  slug: z.string(),
  author: z.string(),
  datePosted: z.string().check(z.meta({ description: 'YYYY-MM-DD' })),
  tags: z.array(z.string()),
  imageURL: z.nullable(z.string()),
  excerpt: z.string(),
}

export const blogCardSchema = z.object(blogCardShape).register(z.globalRegistry, { id: 'BlogCard' })

export const blogSchema = namedObject('Blog', {
  ...blogCardShape,
  body: z.string().check(z.meta({ description: 'Markdown' })),
  bodyHtml: z.string().check(z.meta({ description: 'The body as safe HTML' })),
})

export const blogPageSchema = namedObject('BlogPage', {
  data: z.array(blogCardSchema),
  totalItems: z.int(),
  totalPages: z.int(),
  pageNumber: z.int(),
  pageSize: z.int(),
})

export const testimonialsSchema = namedObject('Testimonials', {
  data: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      title: z.string(),
      description: z.string(),
      imageURL: z.nullable(z.string()),
    }),
  ),
})

export type BlogCard = {
  slug: string
  title: string
  author: string
  datePosted: string
  tags: string[]
  excerpt: string
  picture: Picture | null
}

export type Blog = BlogCard & { body: string; seo: SeoTexts }
export type BlogNeighbours = Record<'older' | 'newer', { slug: string; title: string } | null>
export type BlogPage = {
  items: BlogCard[]
  totalItems: number
  totalPages: number
  pageNumber: number
  pageSize: number
}
export type Testimonial = { id: number; name: string; title: string; description: string; picture: Picture | null }
export type Faq = { id: number; question: string; answer: string }
/** A banner of the home page. Without an uploaded picture it shows the default one. */
export type Banner = { place: number; title: string; link: string; large: Picture | null; small: Picture | null }
/** The top of the home page. Without an uploaded picture it shows the film. */
export type Hero = {
  title: string
  text: string
  button: string
  link: string
  large: Picture | null
  small: Picture | null
}

export const listBlogs = endpoint({
  method: 'get',
  path: '/blogs',
  audience: 'public',
  summary: 'List blog posts, newest first',
  query: pagingSchema(blogsPageSize),
  answer: blogPageSchema,
})

export const getBlog = endpoint({
  method: 'get',
  path: '/blogs/{slug}',
  audience: 'public',
  summary: 'Get a blog post',
  errors: ['notFound'],
  params: z.object({ slug: slugInPath }),
  answer: blogSchema,
})

export const listTestimonials = endpoint({
  method: 'get',
  path: '/Testimonials',
  audience: 'public',
  summary: 'List customer testimonials',
  answer: testimonialsSchema,
})
