import { href, redirect } from 'react-router'
import { breadcrumbs, Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { renderMarkdown } from '#modules/content/markdown.server.ts'
import { findBlog, findBlogNeighbours, findMovedBlog } from '#modules/content/service.server.ts'
import { pictureUrl } from '#modules/media/picture.ts'
import type { Shop } from '#modules/shop.server.ts'
import { ShopError } from '#shared/errors.ts'
import { slugInPath } from '#shared/fields.ts'
import { parseInput } from '#shared/input.ts'
import type { Route } from './+types/blog'
import { AdjacentPosts } from './adjacent-posts.tsx'
import { PostArticle } from './post-article.tsx'
import { RssLink } from './rss-link.tsx'

export const handle: Handle = { cache: { query: [] } }

export async function loader(args: Route.LoaderArgs) {
  const { moved, post } = await load(args, (shop) => findPost(shop, args.params.slug))
  if (moved) throw redirect(href('/blogs/:slug', moved), 301)
  return post
}

/** The post, or the slug of a post that had this URL before. */
async function findPost(shop: Shop, param: string) {
  const slug = parseInput(slugInPath, param)
  try {
    const { body, ...blog } = await findBlog(shop, slug)
    return { post: { blog, html: renderMarkdown(body), ...(await findBlogNeighbours(shop.db, blog.slug)) } }
  } catch (error) {
    const isMissing = error instanceof ShopError && error.code === 'notFound'
    const moved = isMissing ? await findMovedBlog(shop.db, slug) : undefined
    if (!moved) throw error
    return { moved: { slug: moved } }
  }
}

export default function BlogPost({ loaderData }: Route.ComponentProps) {
  const { blog, html, older, newer } = loaderData
  return (
    <>
      <BlogSeo blog={blog} />
      <RssLink />
      <PostArticle blog={blog} html={html} />
      <AdjacentPosts older={older} newer={newer} />
    </>
  )
}

function BlogSeo({ blog }: { blog: Route.ComponentProps['loaderData']['blog'] }) {
  const { siteUrl, shopName } = useSite()
  const path = href('/blogs/:slug', { slug: blog.slug })
  const { picture } = blog
  const article = {
    '@type': 'Article',
    headline: blog.title,
    description: blog.excerpt,
    datePublished: blog.datePosted,
    author: { '@type': 'Person', name: blog.author },
    publisher: { '@type': 'Organization', name: shopName, url: siteUrl },
    image: siteUrl + (picture ? pictureUrl(picture.hash, picture.widths.at(-1) ?? 0, 'webp') : '/share.jpg'),
    keywords: blog.tags.join(', '),
    mainEntityOfPage: siteUrl + path,
  }
  const breadcrumbPath = [
    { name: 'Home', path: '/' },
    { name: 'Blogs', path: href('/blogs') },
    { name: blog.title, path },
  ]
  return (
    <Seo
      title={blog.title}
      description={blog.excerpt}
      own={blog.seo}
      path={path}
      picture={picture}
      type="article"
      jsonLd={[article, breadcrumbs(siteUrl, breadcrumbPath)]}
    />
  )
}
