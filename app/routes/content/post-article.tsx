import { href, Link } from 'react-router'
import { longDate } from '#app/lib/dates.ts'
import { Markdown } from '#app/ui/markdown.tsx'
import type { BlogCard } from '#modules/content/contract.ts'
import { BlogPicture } from './blog-picture.tsx'

type Props = { blog: BlogCard; html: string }

export function PostArticle({ blog, html }: Props) {
  return (
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
        <Markdown className="col-span-12 lg:col-span-7 lg:col-start-6" html={html} />
        {blog.tags.length > 0 && <Tags tags={blog.tags} />}
      </div>
    </article>
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
