import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { Tabs } from '#app/features/admin/tabs.tsx'
import { relativeTime } from '#app/features/order/order.ts'
import { longDate } from '#app/lib/dates.ts'
import { listLoader } from '#app/queries/admin.ts'
import { listPosts, type PostRow } from '#modules/content/admin-contract.ts'
import type { Route } from './+types/list'

export const clientLoader = listLoader(listPosts)

const tabs = [
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
  { title: 'Author', cell: ({ author }) => author },
  {
    title: 'Status',
    cell: ({ status, publishAt, datePosted }) => {
      if (status === 'draft') return 'Draft'
      if (status === 'scheduled' && publishAt) return `Scheduled: ${relativeTime(publishAt, new Date())}`
      return `Published: ${longDate(datePosted)}`
    },
  },
]

export default function Posts({ loaderData }: Route.ComponentProps) {
  const add = (
    <Link className="btn btn-ink" aria-keyshortcuts="c" to={href('/admin/posts/new')}>
      Create post
    </Link>
  )
  return (
    <>
      <AdminHead title="Blog">{add}</AdminHead>
      <Tabs label="Status" name="status" tabs={tabs} />
      <Filters search="Title" keepParams={['status']} />
      <AdminTable
        caption="Posts, newest first"
        columns={columns}
        list={loaderData}
        rowKey={({ postId }) => postId}
        empty={{
          title: 'No posts',
          text: 'Create a blog post, for example about where a crystal comes from.',
          action: add,
        }}
      />
    </>
  )
}
