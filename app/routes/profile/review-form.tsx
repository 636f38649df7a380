import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError, errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { Labelled, TextArea } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { mostReviewPictures, type OwnReview } from '#modules/catalog/review-schema.ts'

type Props = {
  productId: number
  name: string
  onWritten: (review: OwnReview) => void
  onCancel: () => void
}

const ratings = [
  ['', 'Choose a rating'],
  [5, '5, as good as it gets'],
  [4, '4, good'],
  [3, '3, as expected'],
  [2, '2, less than hoped'],
  [1, '1, not good'],
] as const

function check(form: FormData): Record<string, string> {
  return {
    ...(form.get('rating') ? {} : { rating: 'Please choose a rating.' }),
    ...(form.getAll('pictures').length > mostReviewPictures
      ? { pictures: `Please add at most ${mostReviewPictures} pictures.` }
      : {}),
  }
}

export function ReviewForm({ productId, name, onWritten, onCancel }: Props) {
  const id = useId()
  const rating = useRef<HTMLSelectElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, run] = useBusy()

  const send = async (form: FormData) => {
    form.append('productId', String(productId))
    try {
      onWritten(await callAsCustomer<OwnReview>('/reviews', { method: 'POST', body: form }))
      toast('Thank you. Your review shows once we have read it.', 'success')
    } catch (error) {
      const refused = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(refused.map(({ field = '', description }) => [field, description])))
      toast(errorMessage(error, 'Something went wrong, please try again later'), 'error')
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const found = check(form)
    setErrors(found)
    if (Object.keys(found).length === 0) return void run(() => send(form))
    if (found.rating) rating.current?.focus()
  }

  return (
    <form className="my-4 grid gap-2" aria-label={`Review ${name}`} noValidate onSubmit={submit}>
      <p className="t-h4 m-0 mb-2">{name}</p>
      <Labelled id={id} label="How good is it?" error={errors.rating}>
        <select
          id={id}
          ref={rating}
          name="rating"
          className="input"
          defaultValue=""
          aria-invalid={Boolean(errors.rating)}
          aria-describedby={`${id}-message`}
        >
          {ratings.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </Labelled>
      <TextArea
        label="Your words"
        name="description"
        rows={4}
        className="py-2"
        maxLength={2000}
        error={errors.description}
      />
      <FileField
        label="Up to three pictures"
        choose="Choose pictures"
        name="pictures"
        accept="image/*"
        multiple
        error={errors.pictures}
      />
      <p className="t-note m-0">Your first name is shown beside it.</p>
      <div className="mt-2 grid grid-cols-[1fr_auto] gap-3">
        <Button type="submit" className="px-4" busy={busy} busyText="Sending...">
          Send the review
        </Button>
        <Button look="line" className="px-4" onClick={onCancel}>
          Not now
        </Button>
      </div>
    </form>
  )
}
