import type { ChangeEvent } from 'react'
import { Field, TextArea } from '#app/ui/field.tsx'
import { maxSeoDescription, maxSeoTitle } from '#shared/seo.ts'

type FieldProps = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}
type Props = { title: FieldProps; description: FieldProps; of?: string }

/** What search engines show. `of` names the page where a form has several. */
export function SeoFields({ title, description, of }: Props) {
  const suffix = of ? `: ${of}` : ''
  return (
    <>
      <Field label={`Headline in search results${suffix}`} optional maxLength={maxSeoTitle} {...title} />
      <TextArea
        label={`Summary in search results${suffix}`}
        optional
        rows={2}
        className="py-2"
        maxLength={maxSeoDescription}
        {...description}
      />
    </>
  )
}
