import { useCallback, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { ConflictPanel } from '#app/features/admin/conflict-panel.tsx'
import { UnsavedChangesDialog } from '#app/features/admin/draft-form.tsx'
import { EmptyState, Pagination } from '#app/features/admin/table.tsx'
import { Tabs } from '#app/features/admin/tabs.tsx'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { relativeTime } from '#app/features/order/order.ts'
import { ratingText } from '#app/features/product/rating.tsx'
import { productUrl } from '#app/lib/urls.ts'
import { listLoader, useChange } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Stars } from '#app/ui/stars.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import { toast } from '#app/ui/toast.tsx'
import { listReviews, moderateReview, type ReviewRecord } from '#modules/catalog/moderation-contract.ts'
import type { ReviewStatus } from '#modules/catalog/review-contract.ts'
import type { Route } from './+types/reviews'

export const clientLoader = listLoader(listReviews)

const tabs = [
  ['', 'Pending'],
  ['approved', 'Published'],
  ['refused', 'Hidden'],
] as const

export default function Reviews({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  const [changedIds, setChangedIds] = useState<readonly number[]>([])
  const setChanged = useCallback(
    (id: number, isChanged: boolean) =>
      setChangedIds((ids) => [...ids.filter((each) => each !== id), ...(isChanged ? [id] : [])]),
    [],
  )
  return (
    <>
      <AdminHead title="Reviews" />
      <Tabs label="Status" name="status" tabs={tabs} />
      {rows.length === 0 && page === 1 ? (
        <EmptyState title="No reviews" text="Customers can review a product under My Orders after it is delivered." />
      ) : (
        <>
          <ul className="grid gap-4" aria-label="Reviews">
            {rows.map((review) => (
              <li key={review.id} className="wrap-anywhere bg-paper p-5 framed lg:p-6">
                <Review review={review} setChanged={setChanged} />
              </li>
            ))}
          </ul>
          <Pagination page={page} hasMore={hasMore} />
        </>
      )}
      <UnsavedChangesDialog isChanged={rows.some(({ id }) => changedIds.includes(id))} />
    </>
  )
}

const savedMessages: Record<ReviewStatus, string> = {
  approved: 'Review published',
  refused: 'Review hidden',
  waiting: 'Review set to pending',
}

type ReviewProps = { review: ReviewRecord; setChanged: (id: number, isChanged: boolean) => void }

function Review({ review: listed, setChanged }: ReviewProps) {
  const { revalidate } = useRevalidator()
  const undo = useChange(moderateReview, { message: 'Change undone' })
  const onChanged = useCallback((isChanged: boolean) => setChanged(listed.id, isChanged), [setChanged, listed.id])
  const editor = useDraft<ReviewRecord, Pick<ReviewRecord, 'answer' | 'status'>>({
    name: `review ${listed.id}`,
    record: listed,
    draftOf: ({ answer, status }) => ({ answer, status }),
    labels: { answer: 'Reply' },
    displayValue: ({ answer }) => answer,
    send: (draft, { id, version } = listed) =>
      callAuthenticated(moderateReview, { params: { reviewId: id }, body: { version, ...draft } }),
    onSaved: ({ id, version, status }) => {
      const { status: before, answer } = listed
      const run = () => undo.change({ params: { reviewId: id }, body: { version, status: before, answer } })
      toast(savedMessages[status], 'success', { action: { label: 'Undo', run } })
      void revalidate()
    },
    onChanged,
  })
  const { record: review = listed, busy, conflict, field, submit } = editor
  const { id, product, name, rating, description, pictures, createdAt } = review
  return (
    <article>
      {conflict && <ConflictPanel {...conflict} key={conflict.key} />}
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
          optional
          rows={2}
          className="py-2"
          maxLength={2000}
          {...field('answer')}
          name={`answer ${id}`}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => submit({ status: 'approved' })}>
          {review.status === 'approved' ? 'Save reply' : 'Publish review'}
        </Button>
        {review.status !== 'refused' && (
          <Button look="line" busy={busy} onClick={() => submit({ status: 'refused' })}>
            Hide review
          </Button>
        )}
      </div>
    </article>
  )
}
