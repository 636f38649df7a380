import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError, errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldFrame, TextArea } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { createReview, maxReviewPictures, type OwnReview } from '#modules/catalog/review-contract.ts'

type Props = {
  productId: number
  name: string
  onSubmitted: (review: OwnReview) => void
  onCancel: () => void
}

const ratings = [
  ['', 'Choose a rating'],
  [5, '5, excellent'],
  [4, '4, good'],
  [3, '3, average'],
  [2, '2, poor'],
  [1, '1, very poor'],
] as const

function findErrors(form: FormData): Record<string, string> {
  return {
    ...(form.get('rating') ? {} : { rating: 'Please choose a rating.' }),
    ...(form.getAll('pictures').length > maxReviewPictures
      ? { pictures: `Please add at most ${maxReviewPictures} pictures.` }
      : {}),
  }
}

export function ReviewForm({ productId, name, onSubmitted: onWritten, onCancel }: Props) {
  const id = useId()
  const rating = useRef<HTMLSelectElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, run] = useBusy()

  const send = async (form: FormData) => {
    form.append('productId', String(productId))
    try {
      onWritten(await callAuthenticated(createReview, { body: form }))
      toast('Thank you. We will publish your review after we have read it.', 'success')
    } catch (error) {
      const fieldErrors = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(fieldErrors.map(({ field = '', description }) => [field, description])))
      toast(errorMessage(error), 'error')
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const formErrors = findErrors(form)
    setErrors(formErrors)
    if (Object.keys(formErrors).length === 0) return void run(() => send(form))
    if (formErrors.rating) rating.current?.focus()
  }

  return (
    <form className="my-4 grid gap-2" aria-label={`Review ${name}`} noValidate onSubmit={submit}>
      <p className="t-h4 m-0 mb-2">{name}</p>
      <FieldFrame id={id} label="Rating" error={errors.rating}>
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
      </FieldFrame>
      <TextArea
        label="Your review"
        name="description"
        rows={4}
        className="py-2"
        maxLength={2000}
        error={errors.description}
      />
      <FileField
        label="Up to three pictures"
        buttonText="Choose pictures"
        name="pictures"
        accept="image/*"
        multiple
        error={errors.pictures}
      />
      <p className="t-note m-0">Your first name is shown with your review.</p>
      <div className="mt-2 grid grid-cols-[1fr_auto] gap-3">
        <Button type="submit" className="px-4" busy={busy} busyText="Sending...">
          Submit review
        </Button>
        <Button look="line" className="px-4" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
