import { type FormEvent, useState } from 'react'
import { ApiError, callApi } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/hydrated.ts'
import { useSite } from '#app/lib/seo.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea, Trap } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'

const missing = {
  firstName: 'Please enter your first name.',
  lastName: 'Please enter your last name.',
  queries: 'Please enter your question.',
}

type FieldName = keyof typeof missing
type Messages = Partial<Record<FieldName, string>>

const fieldNames = Object.keys(missing) as FieldName[]

function messagesFor(values: Record<string, FormDataEntryValue>): Messages {
  const empty = fieldNames.filter((name) => !String(values[name] ?? '').trim())
  return Object.fromEntries(empty.map((name) => [name, missing[name]]))
}

/** What the server said of each field, in its own words. */
function messagesFrom(error: unknown): Messages {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(error.errors.map(({ field, description }) => [field, description]))
}

function focusFirst(form: HTMLFormElement, messages: Messages): void {
  const first = fieldNames.find((name) => messages[name])
  const field = first && form.elements.namedItem(first)
  if (field instanceof HTMLElement) field.focus()
}

function useContactForm() {
  const [messages, setMessages] = useState<Messages>({})
  const [sending, setSending] = useState(false)

  const refuse = (form: HTMLFormElement, found: Messages) => {
    setMessages(found)
    focusFirst(form, found)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries(new FormData(form))
    const found = messagesFor(values)
    if (Object.keys(found).length > 0) return refuse(form, found)
    setMessages({})
    setSending(true)
    try {
      await callApi('/GetInTouch', { method: 'POST', body: values })
      form.reset()
      toast('Message sent successfully', 'success')
    } catch (error) {
      refuse(form, messagesFrom(error))
      toast('Something went wrong, please try again later', 'error')
    } finally {
      setSending(false)
    }
  }
  const forget = (name: FieldName) => () => setMessages((now) => ({ ...now, [name]: undefined }))
  return { messages, sending, submit, forget }
}

export function GetInTouch() {
  return (
    <section className="bg-stage" aria-labelledby="contact">
      <div className="page section">
        <div className="grid-12 gap-y-10">
          <div className="col-span-12 lg:col-span-5">
            <p className="m-0 text-granite">Contact us</p>
            <h2 id="contact" className="t-h1 mt-6">
              Get In Touch
            </h2>
            <p className="t-lead m-0 mt-6 max-w-md">
              Ask about a product or an order, or arrange a private viewing. A person will answer.
            </p>
          </div>
          <ContactForm />
        </div>
      </div>
    </section>
  )
}

function ContactForm() {
  const { shopEmail } = useSite()
  const { messages, sending, submit, forget } = useContactForm()
  const hydrated = useHydrated()
  return (
    <form
      className="relative col-span-12 grid grid-cols-1 gap-x-gap gap-y-1 sm:grid-cols-2 lg:col-span-6 lg:col-start-7"
      noValidate
      onSubmit={submit}
    >
      <Field
        label="First name"
        name="firstName"
        autoComplete="given-name"
        required
        error={messages.firstName}
        onChange={forget('firstName')}
      />
      <Field
        label="Last name"
        name="lastName"
        autoComplete="family-name"
        required
        error={messages.lastName}
        onChange={forget('lastName')}
      />
      <div className="sm:col-span-2">
        <TextArea
          label="Your question"
          name="queries"
          rows={5}
          required
          error={messages.queries}
          onChange={forget('queries')}
        />
      </div>
      <Trap />
      <div className="sm:col-span-2">
        <Button
          type={hydrated ? 'submit' : 'button'}
          busy={sending}
          busyText="Sending..."
          className="needs-script max-sm:w-full"
        >
          Send
        </Button>
        <p className="without-script t-note m-0 mt-4">
          The form needs JavaScript. You can also write to us at <a href={`mailto:${shopEmail}`}>{shopEmail}</a>.
        </p>
      </div>
    </form>
  )
}
