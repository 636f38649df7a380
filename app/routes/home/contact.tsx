import { SendButton } from '#app/features/enquiry/send-button.tsx'
import { useEnquiry } from '#app/features/enquiry/use-enquiry.ts'
import { Field, Honeypot, TextArea } from '#app/ui/field.tsx'
import { ScriptForm } from '#app/ui/script-form.tsx'

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
            <p className="t-note m-0 mt-4 max-w-md">
              Leave your email if you want a reply. Signed in, you get it at the email of your account.
            </p>
          </div>
          <ContactForm />
        </div>
      </div>
    </section>
  )
}

function ContactForm() {
  const { sending, errors, onSubmit, onInput } = useEnquiry(
    async () => (await import('#modules/enquiries/contract.ts')).sendContactMessage,
    'Message sent successfully',
  )
  return (
    <ScriptForm
      className="relative col-span-12 grid grid-cols-1 gap-x-gap gap-y-1 sm:grid-cols-2 lg:col-span-6 lg:col-start-7"
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <Field label="First name" name="firstName" autoComplete="given-name" required error={errors.firstName} />
      <Field label="Last name" name="lastName" autoComplete="family-name" required error={errors.lastName} />
      <div className="sm:col-span-2">
        <Field label="Email" name="email" type="email" autoComplete="email" optional error={errors.email} />
      </div>
      <div className="sm:col-span-2">
        <TextArea label="Your question" name="queries" rows={5} required error={errors.queries} />
      </div>
      <Honeypot />
      <div className="sm:col-span-2">
        <SendButton sending={sending} />
      </div>
    </ScriptForm>
  )
}
