import { useState } from 'react'
import { href, Link, useLocation, useRevalidator, useRouteError } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { ratingText } from '#app/features/product/rating.tsx'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import { productUrl } from '#app/lib/urls.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Stars } from '#app/ui/stars.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ReviewRecord, ReviewState } from '#modules/catalog/review-schema.ts'
import type { Listed } from '#shared/lists.ts'
import type { Route } from './+types/reviews'
import { OfficeHead } from './ui/head.tsx'
import { type Differing, Merge } from './ui/merge.tsx'
import { Queues } from './ui/queues.tsx'
import { Empty, Steps } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'
import { useSave } from './ui/use-save.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Listed<ReviewRecord>>(`/admin/reviews${searchFor(request)}`))
}

const queues = [
  ['', 'Waiting'],
  ['approved', 'Shown'],
  ['refused', 'Not shown'],
] as const

export default function Reviews({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  const state = new URLSearchParams(useLocation().search).get('state') ?? ''
  return (
    <>
      <OfficeHead title="Reviews" />
      <Queues to={href('/admin/reviews')} name="state" queues={queues} current={state} />
      {rows.length === 0 && page === 1 ? (
        <Empty title="No review is here" text="Whoever has received a piece can review it under My Orders." />
      ) : (
        <>
          <ul className="card-list" aria-label="Reviews">
            {rows.map((review) => (
              <li key={review.id}>
                <Review review={review} />
              </li>
            ))}
          </ul>
          <Steps page={page} hasMore={hasMore} />
        </>
      )}
    </>
  )
}

const done: Record<ReviewState, string> = {
  approved: 'The review is shown',
  refused: 'The review is not shown',
  waiting: 'The review waits',
}

function Review({ review: listed }: { review: ReviewRecord }) {
  /** An answer belongs to the review as it was when typing began, however often the list is read again meanwhile. */
  const [typed, setTyped] = useState<{ answer: string; upon: ReviewRecord }>()
  const { busy, conflict, save, settle } = useSave<ReviewRecord>()
  const { revalidate } = useRevalidator()
  const review = typed?.upon ?? listed
  const { id, version, product, name, rating, description, pictures, createdAt } = review
  const answer = typed?.answer ?? review.answer
  const judge = (state: ReviewState) =>
    void save(async () => {
      await callAsCustomer(`/admin/reviews/${id}`, { method: 'PUT', body: { version, state, answer } })
      toast(done[state], 'success')
      await revalidate()
      setTyped(undefined)
    })
  const merge = (theirs: ReviewRecord) => (kept: ReadonlySet<string>) => {
    setTyped({ answer: kept.has('answer') ? answer : theirs.answer, upon: theirs })
    settle()
  }
  return (
    <article>
      {conflict && (
        <Merge key={conflict.version} differing={differences(review, answer, conflict)} onMerge={merge(conflict)} />
      )}
      <p className="t-note m-0 flex flex-wrap justify-between gap-x-6">
        <span>
          {name} on{' '}
          <Link className="desk-link" to={productUrl(product)}>
            {product.name}
          </Link>
        </span>
        <time dateTime={createdAt}>{momentWords(createdAt, new Date())}</time>
      </p>
      <p className="m-0 mt-3">
        <span className="sr-only">{ratingText(rating)}</span>
        <Stars rating={rating} />
      </p>
      <blockquote className="t-h4 m-0 mt-1 whitespace-pre-line italic">{description}</blockquote>
      {pictures.length > 0 && (
        <div className="review-pictures">
          {pictures.map((picture) => (
            <div key={picture.hash} className="card-tile">
              <TilePicture picture={picture} sizes="96px" />
            </div>
          ))}
        </div>
      )}
      <div className="mt-4 max-w-prose">
        <TextArea
          label="Your answer, shown below the review"
          name={`answer ${id}`}
          optional
          rows={2}
          className="py-2"
          maxLength={2000}
          value={answer}
          onChange={({ currentTarget }) => setTyped({ answer: currentTarget.value, upon: review })}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => judge('approved')}>
          {review.state === 'approved' ? 'Save the answer' : 'Show it'}
        </Button>
        {review.state !== 'refused' && (
          <Button look="line" busy={busy} onClick={() => judge('refused')}>
            {review.state === 'approved' ? 'Show it no longer' : 'Do not show it'}
          </Button>
        )}
      </div>
    </article>
  )
}

function differences(read: ReviewRecord, mine: string, { answer: theirs }: ReviewRecord): Differing[] {
  return mine === theirs || mine === read.answer ? [] : [{ key: 'answer', label: 'Your answer', mine, theirs }]
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
