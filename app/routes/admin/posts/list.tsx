import { href, Link, useLocation, useRouteError } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import type { PostRow } from '#modules/content/admin-schema.ts'
import type { Listed } from '#shared/lists.ts'
import { Filters } from '../ui/filters.tsx'
import { OfficeHead } from '../ui/head.tsx'
import { Queues } from '../ui/queues.tsx'
import { AdminTable, type Column } from '../ui/table.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/list'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Listed<PostRow>>(`/admin/posts${searchFor(request)}`))
}

const queues = [
  ['', 'All'],
  ['draft', 'Drafts'],
  ['scheduled', 'Scheduled'],
  ['published', 'Published'],
] as const

const columns: Column<PostRow>[] = [
  {
    title: 'Title',
    cell: ({ postId, title }) => (
      <Link to={href('/admin/posts/:postId', { postId: String(postId) })} prefetch="intent">
        {title}
      </Link>
    ),
  },
  { title: 'By', cell: ({ author }) => author },
  {
    title: 'State',
    cell: ({ state, publishAt, datePosted }) => {
      if (state === 'draft') return 'Draft'
      if (state === 'scheduled' && publishAt) return `Appears ${momentWords(publishAt, new Date())}`
      return longDate(datePosted)
    },
  },
]

export default function Posts({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  const state = new URLSearchParams(useLocation().search).get('state') ?? ''
  const add = (
    <Link className="btn btn-ink" to={href('/admin/posts/new')}>
      New post
    </Link>
  )
  return (
    <>
      <OfficeHead title="Blog">{add}</OfficeHead>
      <Queues to={href('/admin/posts')} name="state" queues={queues} current={state} />
      <Filters search="Word of a title" keeps={['state']} />
      <AdminTable
        caption="Posts, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ postId }) => postId}
        page={page}
        hasMore={hasMore}
        empty={{
          title: 'No post is here',
          text: 'Tell where a stone comes from, or how a piece is made.',
          action: add,
        }}
      />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
