import { Form, href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

/** Works without JavaScript: the page answers with a redirect to the certificate. */
export function FindCertificate({ typed, error }: { typed?: string; error?: string }) {
  return (
    <Form action={href('/certificate')} className="max-w-sm" aria-label="Find a certificate">
      <Field
        label="Code of the certificate"
        name="code"
        required
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="7KQ4-9MZT-2XHB-C"
        defaultValue={typed}
        error={error}
      />
      <Button type="submit" className="mt-2 w-full">
        Show certificate
      </Button>
    </Form>
  )
}
