import { SendButton } from '#app/features/enquiry/send-button.tsx'
import { useEnquiry } from '#app/features/enquiry/use-enquiry.ts'
import { Field, Honeypot, TextArea } from '#app/ui/field.tsx'
import { ScriptForm } from '#app/ui/script-form.tsx'

export function BulkForm() {
  const { sending, errors, onSubmit, onInput } = useEnquiry(
    async () => (await import('#modules/enquiries/contract.ts')).sendBulkEnquiry,
    "Message sent successfully we'll get back to you soon",
  )
  return (
    <ScriptForm className="grid gap-4" aria-label="Bulk enquiry" onSubmit={onSubmit} onInput={onInput}>
      <Field label="Name" name="name" autoComplete="name" required error={errors.name} />
      <div className="grid gap-x-gap gap-y-4 md:grid-cols-2">
        <Field label="Email" name="email" type="email" autoComplete="email" required error={errors.email} />
        <Field
          label="Phone number, 10 digits"
          name="phoneNumber"
          type="tel"
          inputMode="numeric"
          pattern="[0-9]{10}"
          autoComplete="tel"
          required
          error={errors.phoneNumber}
        />
      </div>
      <TextArea label="Message" name="message" rows={7} required error={errors.message} />
      <Honeypot />
      <div>
        <SendButton sending={sending} />
      </div>
    </ScriptForm>
  )
}
