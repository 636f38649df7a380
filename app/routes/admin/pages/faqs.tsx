import { FormSection } from '#app/features/admin/form-section.tsx'
import { callAuthenticated } from '#app/queries/client.ts'
import { Field, TextArea } from '#app/ui/field.tsx'
import { placeholderHint } from '#modules/content/placeholders.ts'
import { replaceFaqs, type Section } from '#modules/content/sections-contract.ts'
import { SectionForm } from './section-form.tsx'
import { SectionRows } from './section-rows.tsx'
import { useSection } from './use-section.ts'

export function Faqs({ section: initial }: { section: Section<'faqs'> }) {
  const section = useSection({
    section: initial,
    label: 'FAQ',
    schema: replaceFaqs.body,
    displayValue: ({ question, answer }) => `${question}\n${answer}`,
    send: (body) => callAuthenticated(replaceFaqs, { body }),
  })
  return (
    <SectionForm section={section}>
      <FormSection title="FAQ" hint={`Shown at the end of the Learn page, in this order. ${placeholderHint}`}>
        <SectionRows section={section} name="question" addLabel="Add question" blank={{ question: '', answer: '' }}>
          {(_, index) => (
            <>
              <Field label={`Question ${index + 1}`} maxLength={200} {...section.field(index, 'question')} />
              <TextArea label="Answer" rows={3} className="py-2" maxLength={2000} {...section.field(index, 'answer')} />
            </>
          )}
        </SectionRows>
      </FormSection>
    </SectionForm>
  )
}
