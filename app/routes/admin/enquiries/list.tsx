import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { NewRows } from '#app/features/admin/news.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { Tabs } from '#app/features/admin/tabs.tsx'
import { Tag } from '#app/features/admin/tag.tsx'
import { relativeTime } from '#app/features/order/order.ts'
import { listLoader, useLiveList } from '#app/queries/admin.ts'
import { type EnquiryRow, listEnquiries } from '#modules/enquiries/admin-contract.ts'
import type { Route } from './+types/list'

export const clientLoader = listLoader(listEnquiries)

const tabs = [
  ['', 'New'],
  ['answered', 'Replied'],
  ['closed', 'Closed'],
  ['all', 'All'],
] as const

const kinds = { contact: 'Contact', bulk: 'Bulk' } as const
const excerptLength = 140

const columns: Column<EnquiryRow>[] = [
  {
    title: 'From',
    cell: ({ enquiryId, name }) => (
      <Link to={href('/admin/enquiries/:enquiryId', { enquiryId })} prefetch="intent">
        {name}
      </Link>
    ),
  },
  { title: 'Type', cell: ({ kind }) => <span className="whitespace-nowrap">{kinds[kind]}</span> },
  {
    title: 'Message',
    hidesTitle: true,
    cell: ({ message }) => (
      <span className="text-granite">
        {message.length > excerptLength ? `${message.slice(0, excerptLength)} …` : message}
      </span>
    ),
  },
  {
    title: 'Reply',
    className: 'md:w-[24%]',
    cell: ({ email, phoneNumber }) =>
      email ? <span className="wrap-anywhere">{email}</span> : <Tag>{phoneNumber ? 'By phone' : 'Not possible'}</Tag>,
  },
  {
    title: 'Received',
    cell: ({ createdAt }) => (
      <time className="whitespace-nowrap" dateTime={createdAt}>
        {relativeTime(createdAt, new Date())}
      </time>
    ),
  },
]

export default function Enquiries({ loaderData }: Route.ComponentProps) {
  const enquiries = useLiveList(listEnquiries, loaderData)
  return (
    <>
      <AdminHead
        title="Enquiries"
        news={<NewRows ids={enquiries.rows.map(({ enquiryId }) => enquiryId)} name="enquiry" />}
      />
      <Tabs label="Status" name="status" tabs={tabs} />
      <Filters
        search="Name, phone, email or message"
        keepParams={['status']}
        filters={[
          {
            name: 'kind',
            label: 'Type',
            options: [
              ['', 'All types'],
              ['bulk', 'Bulk enquiries'],
              ['contact', 'Contact messages'],
            ],
          },
        ]}
      />
      <AdminTable
        caption="Enquiries, newest first"
        columns={columns}
        list={enquiries}
        rowKey={({ enquiryId }) => enquiryId}
        empty={{
          title: 'No enquiries',
          text: 'Messages from the contact form and the Bulk Buying page appear here.',
        }}
      />
    </>
  )
}
