import { href } from 'react-router'
import { breadcrumbs, Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { renderMarkdown } from '#modules/content/markdown.server.ts'
import { findBlog, findBlogNeighbours } from '#modules/content/service.server.ts'
import { pictureUrl } from '#modules/media/picture.ts'
import { slugInPath } from '#shared/fields.ts'
import { parseInput } from '#shared/input.ts'
import type { Route } from './+types/blog'
import { AdjacentPosts } from './adjacent-posts.tsx'
import { PostArticle } from './post-article.tsx'
import { RssLink } from './rss-link.tsx'

export const handle: Handle = { cache: { query: [] } }

export function loader(args: Route.LoaderArgs) {
  return load(args, async (shop) => {
    const { body, ...blog } = await findBlog(shop, parseInput(slugInPath, args.params.slug))
    return { blog, html: renderMarkdown(body), ...(await findBlogNeighbours(shop.db, blog.slug)) }
  })
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
      path={path}
      picture={picture}
      type="article"
      jsonLd={[article, breadcrumbs(siteUrl, breadcrumbPath)]}
    />
  )
}
