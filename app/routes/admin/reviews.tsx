import { useState } from 'react'
import { href, Link, useLocation, useRevalidator } from 'react-router'
import { apiQuery, loadAsStaff } from '#app/features/account/require-session.ts'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { ConflictPanel, type FieldConflict } from '#app/features/admin/conflict-panel.tsx'
import { EmptyState, Pagination } from '#app/features/admin/table.tsx'
import { Tabs } from '#app/features/admin/tabs.tsx'
import { useSave } from '#app/features/admin/use-save.ts'
import { relativeTime } from '#app/features/order/order.ts'
import { ratingText } from '#app/features/product/rating.tsx'
import { productUrl } from '#app/lib/urls.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Stars } from '#app/ui/stars.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ReviewRecord, ReviewStatus } from '#modules/catalog/review-contract.ts'
import type { ListPage } from '#shared/lists.ts'
import type { Route } from './+types/reviews'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<ListPage<ReviewRecord>>(`/admin/reviews${apiQuery(request)}`))
}

const tabs = [
  ['', 'Pending'],
  ['approved', 'Published'],
  ['refused', 'Hidden'],
] as const

export default function Reviews({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  const status = new URLSearchParams(useLocation().search).get('status') ?? ''
  return (
    <>
      <AdminHead title="Reviews" />
      <Tabs label="Status" to={href('/admin/reviews')} name="status" tabs={tabs} current={status} />
      {rows.length === 0 && page === 1 ? (
        <EmptyState title="No reviews" text="Customers can review a product under My Orders after it is delivered." />
      ) : (
        <>
          <ul className="grid gap-4" aria-label="Reviews">
            {rows.map((review) => (
              <li key={review.id} className="wrap-anywhere bg-paper p-5 framed lg:p-6">
                <Review review={review} />
              </li>
            ))}
          </ul>
          <Pagination page={page} hasMore={hasMore} />
        </>
      )}
    </>
  )
}

const savedMessages: Record<ReviewStatus, string> = {
  approved: 'Review published',
  refused: 'Review hidden',
  waiting: 'Review set to pending',
}

function Review({ review: listed }: { review: ReviewRecord }) {
  // `base` is the review when typing began; the list may reload while the user types.
  const [edit, setEdit] = useState<{ answer: string; base: ReviewRecord }>()
  const { busy, conflict, save, clearConflict } = useSave<ReviewRecord>()
  const { revalidate } = useRevalidator()
  const review = edit?.base ?? listed
  const { id, version, product, name, rating, description, pictures, createdAt } = review
  const answer = edit?.answer ?? review.answer
  const setStatus = (status: ReviewStatus) =>
    void save(async () => {
      await callAuthenticated(`/admin/reviews/${id}`, { method: 'PUT', body: { version, status, answer } })
      toast(savedMessages[status], 'success')
      await revalidate()
      setEdit(undefined)
    })
  const merge = (theirs: ReviewRecord) => (mineKeys: ReadonlySet<string>) => {
    setEdit({ answer: mineKeys.has('answer') ? answer : theirs.answer, base: theirs })
    clearConflict()
  }
  return (
    <article>
      {conflict && (
        <ConflictPanel
          key={conflict.version}
          conflicts={conflictsOf(review, answer, conflict)}
          onResolve={merge(conflict)}
        />
      )}
      <p className="t-note m-0 flex flex-wrap justify-between gap-x-6">
        <span>
          {name} on{' '}
          <Link className="text-link" to={productUrl(product)}>
            {product.name}
          </Link>
        </span>
        <time dateTime={createdAt}>{relativeTime(createdAt, new Date())}</time>
      </p>
      <p className="m-0 mt-3">
        <span className="sr-only">{ratingText(rating)}</span>
        <Stars rating={rating} />
      </p>
      <blockquote className="t-h4 m-0 mt-1 whitespace-pre-line italic">{description}</blockquote>
      {pictures.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {pictures.map((picture) => (
            <div key={picture.hash} className="card-tile w-24">
              <TilePicture picture={picture} sizes="96px" />
            </div>
          ))}
        </div>
      )}
      <div className="mt-4 max-w-prose">
        <TextArea
          label="Reply (shown below the review)"
          name={`answer ${id}`}
          optional
          rows={2}
          className="py-2"
          maxLength={2000}
          value={answer}
          onChange={({ currentTarget }) => setEdit({ answer: currentTarget.value, base: review })}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => setStatus('approved')}>
          {review.status === 'approved' ? 'Save reply' : 'Publish review'}
        </Button>
        {review.status !== 'refused' && (
          <Button look="line" busy={busy} onClick={() => setStatus('refused')}>
            Hide review
          </Button>
        )}
      </div>
    </article>
  )
}

function conflictsOf(read: ReviewRecord, mine: string, { answer: theirs }: ReviewRecord): FieldConflict[] {
  return mine === theirs || mine === read.answer ? [] : [{ key: 'answer', label: 'Reply', mine, theirs }]
}
