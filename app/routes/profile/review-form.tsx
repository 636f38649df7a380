import { type FormEvent, useId, useState } from 'react'
import { ApiError, errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/personal.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { mostReviewPictures, type OwnReview } from '#modules/catalog/review-schema.ts'

type Props = {
  productId: number
  name: string
  onWritten: (review: OwnReview) => void
  onCancel: () => void
}

const ratings = [
  [5, '5, as good as it gets'],
  [4, '4, good'],
  [3, '3, as expected'],
  [2, '2, less than hoped'],
  [1, '1, not good'],
] as const

export function ReviewForm({ productId, name, onWritten, onCancel }: Props) {
  const id = useId()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, run] = useBusy()

  const send = async (form: FormData) => {
    if (form.getAll('pictures').length > mostReviewPictures) {
      return setErrors({ pictures: `Please add at most ${mostReviewPictures} pictures.` })
    }
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
    setErrors({})
    const form = new FormData(event.currentTarget)
    void run(() => send(form))
  }

  return (
    <form className="my-2 grid gap-2" aria-label={`Review ${name}`} noValidate onSubmit={submit}>
      <label className="field-label m-0" htmlFor={`${id}-rating`}>
        How good is it?
      </label>
      <select id={`${id}-rating`} name="rating" className="input" defaultValue="5">
        {ratings.map(([rating, words]) => (
          <option key={rating} value={rating}>
            {words}
          </option>
        ))}
      </select>
      <TextArea
        label="Your words"
        name="description"
        rows={4}
        className="py-2"
        maxLength={2000}
        error={errors.description}
      />
      <label className="field-label m-0" htmlFor={`${id}-pictures`}>
        Up to three pictures (optional)
      </label>
      <input
        id={`${id}-pictures`}
        name="pictures"
        type="file"
        accept="image/*"
        multiple
        className="min-h-target"
        aria-describedby={`${id}-message`}
      />
      <p id={`${id}-message`} className={errors.pictures ? 'field-msg is-error' : 'field-msg'} aria-live="polite">
        {errors.pictures}
      </p>
      <p className="t-note m-0">Your first name is shown beside it.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" busy={busy} busyText="Sending...">
          Send the review
        </Button>
        <Button look="line" onClick={onCancel}>
          Not now
        </Button>
      </div>
    </form>
  )
}
