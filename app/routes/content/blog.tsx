import { href, Link } from 'react-router'
import { breadcrumbs, Seo, useSite } from '#app/features/site/seo.tsx'
import { longDate } from '#app/lib/dates.ts'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { renderMarkdown } from '#modules/content/markdown.server.ts'
import { findBlog, findBlogNeighbours } from '#modules/content/service.server.ts'
import { pictureUrl } from '#modules/media/picture.ts'
import { slugInPath } from '#shared/fields.ts'
import { parseInput } from '#shared/input.ts'
import type { Route } from './+types/blog'
import { AdjacentPosts } from './adjacent-posts.tsx'
import { BlogPicture } from './blog-picture.tsx'
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
      <article>
        <header className="page grid-12 items-center gap-y-8 pt-8 lg:pt-16">
          <div className="col-span-12 lg:col-span-5 lg:pr-8">
            <nav aria-label="Breadcrumb">
              <Link className="btn-text text-granite" to={href('/blogs')} prefetch="intent">
                <span>Blogs</span>
              </Link>
            </nav>
            <h1 className="t-h1 mt-4">{blog.title}</h1>
            <p className="t-note mt-6 mb-0">
              {blog.author}, <time dateTime={blog.datePosted}>{longDate(blog.datePosted)}</time>
            </p>
          </div>
          <div className="col-span-12 lg:col-span-7">
            <BlogPicture picture={blog.picture} sizes="(min-width: 64rem) 58vw, 100vw" eager />
          </div>
        </header>
        <div className="page grid-12 gap-y-10 pt-12 lg:pt-24">
          <div
            className="markdown col-span-12 lg:col-span-7 lg:col-start-6"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown returns safe HTML only
            dangerouslySetInnerHTML={{ __html: html }}
          />
          {blog.tags.length > 0 && <Tags tags={blog.tags} />}
        </div>
      </article>
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

function Tags({ tags }: { tags: string[] }) {
  return (
    <ul
      className="col-span-12 m-0 flex list-none flex-wrap content-start gap-x-6 gap-y-1 p-0 lg:col-span-4 lg:row-start-1 lg:flex-col"
      aria-label="Tags"
    >
      {tags.map((tag) => (
        <li key={tag} className="t-note">
          {tag}
        </li>
      ))}
    </ul>
  )
}
