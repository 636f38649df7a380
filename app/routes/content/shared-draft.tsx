import { href, redirect } from 'react-router'
import { Seo } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { renderMarkdown } from '#modules/content/markdown.server.ts'
import { findSharedBlog } from '#modules/content/service.server.ts'
import type { Route } from './+types/shared-draft'
import { PostArticle } from './post-article.tsx'

export const handle: Handle = { robots: 'noindex' }

/** A revoked link stops working at once. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader(args: Route.LoaderArgs) {
  const { body, isPublished, ...blog } = await load(args, (shop) => findSharedBlog(shop, args.params.token))
  if (isPublished) throw redirect(href('/blogs/:slug', { slug: blog.slug }))
  return { blog, html: renderMarkdown(body) }
}

export default function SharedDraft({ loaderData: { blog, html } }: Route.ComponentProps) {
  return (
    <>
      <Seo title={`Draft: ${blog.title}`} description={blog.excerpt} path={href('/blogs')} />
      <p className="page m-0 pt-6">
        <span className="alert-note block">
          This is a draft. It is not published yet, so please keep the link private.
        </span>
      </p>
      <PostArticle blog={blog} html={html} />
    </>
  )
}
