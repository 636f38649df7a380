import { href, Link } from 'react-router'
import { breadcrumbs, pageSeo, Seo, useSite } from '#app/features/site/seo.tsx'
import { longDate } from '#app/lib/dates.ts'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { pageNumberOf } from '#app/lib/page-number.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { type BlogCard, blogsPageSize } from '#modules/content/contract.ts'
import { listBlogs } from '#modules/content/service.server.ts'
import type { Route } from './+types/blogs'
import { BlogPicture } from './blog-picture.tsx'
import { RssLink } from './rss-link.tsx'

const largeCount = 2

export const handle: Handle = { cache: { query: ['page'] }, sitemap: 'posts' }

export function loader(args: Route.LoaderArgs) {
  return load(args, async (shop) => ({
    ...(await listBlogs(shop.db, { pageNumber: pageNumberOf(args.request.url), pageSize: blogsPageSize })),
    seo: await shop.pageSeo.of('blogs'),
  }))
}

const description = 'Notes on minerals, cutters, weavers and papermakers in Nepal, and on buying stones with open eyes.'

export default function Blogs({ loaderData: { items, pageNumber, totalPages, seo } }: Route.ComponentProps) {
  const { siteUrl } = useSite()
  const path = href('/blogs')
  return (
    <>
      <Seo
        {...pageSeo(pageNumber, { title: 'Blogs', description, path, own: seo })}
        noindex={items.length === 0}
        jsonLd={[
          breadcrumbs(siteUrl, [
            { name: 'Home', path: '/' },
            { name: 'Blogs', path },
          ]),
        ]}
      />
      <RssLink />
      <PageHead label="Blogs" title="Notes on stone, metal, paper and cloth">
        <p>Where things come from, how they are made, and what to look for before you buy.</p>
      </PageHead>
      <section className="page pt-12 lg:pt-20" aria-label="Posts">
        {items.length > 0 ? (
          <ul className="m-0 grid list-none gap-x-gap gap-y-14 p-0 md:grid-cols-2 lg:grid-cols-6 lg:gap-y-20">
            {items.map((blog, index) => (
              <li key={blog.slug} className={index < largeCount ? 'lg:col-span-3' : 'lg:col-span-2'}>
                <BlogTeaser blog={blog} index={index} />
              </li>
            ))}
          </ul>
        ) : (
          <div className="flex flex-col items-center py-16 text-center">
            <MountainDrawing className="h-auto max-w-md" />
            <p className="t-h3 mt-8 mb-0">No blogs found.</p>
            {pageNumber > 1 && (
              <Link className="btn btn-line mt-8" to={path}>
                Back to the first page
              </Link>
            )}
          </div>
        )}
        {items.length > 0 && <Pager pageNumber={pageNumber} totalPages={totalPages} />}
      </section>
    </>
  )
}

function BlogTeaser({ blog, index }: { blog: BlogCard; index: number }) {
  const isLarge = index < largeCount
  return (
    <article className="relative">
      <BlogPicture
        picture={blog.picture}
        sizes={`(min-width: 64rem) ${isLarge ? 50 : 33}vw, (min-width: 48rem) 50vw, 100vw`}
        eager={isLarge}
      />
      <p className="t-note m-0 mt-5">
        <time dateTime={blog.datePosted}>{longDate(blog.datePosted)}</time>
      </p>
      <h2 className={isLarge ? 't-h3 mt-2' : 't-h4 mt-2'}>
        <Link className="after:absolute after:inset-0" to={href('/blogs/:slug', { slug: blog.slug })} prefetch="intent">
          {blog.title}
        </Link>
      </h2>
      <p className="mt-3 mb-0 max-w-prose text-granite">{blog.excerpt}</p>
    </article>
  )
}
