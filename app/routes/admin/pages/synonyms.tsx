import { FormSection } from '#app/features/admin/form-section.tsx'
import { callAuthenticated } from '#app/queries/client.ts'
import { Field } from '#app/ui/field.tsx'
import { replaceSynonyms, type Section } from '#modules/content/sections-contract.ts'
import { SectionForm } from './section-form.tsx'
import { SectionRows } from './section-rows.tsx'
import { useSection } from './use-section.ts'

export function Synonyms({ section: initial }: { section: Section<'synonyms'> }) {
  const section = useSection({
    section: initial,
    label: 'Search synonyms',
    schema: replaceSynonyms.body,
    displayValue: ({ word, synonyms }) => `${word}: ${synonyms}`,
    send: (body) => callAuthenticated(replaceSynonyms, { body }),
  })
  return (
    <SectionForm section={section}>
      <FormSection
        title="Search synonyms"
        hint="A search for the word also finds products with one of the synonyms. Separate synonyms by commas."
      >
        <SectionRows
          section={section}
          name="synonym"
          addLabel="Add synonym"
          blank={{ word: '', synonyms: '' }}
          isOrdered={false}
        >
          {(_, index) => (
            <div className="grid gap-x-5 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              <Field label={`Word ${index + 1}`} maxLength={60} {...section.field(index, 'word')} />
              <Field label="Also finds" maxLength={300} {...section.field(index, 'synonyms')} />
            </div>
          )}
        </SectionRows>
      </FormSection>
    </SectionForm>
  )
}
