import { FormSection } from '#app/features/admin/form-section.tsx'
import { callAuthenticated } from '#app/queries/client.ts'
import { TextArea } from '#app/ui/field.tsx'
import { replacePageTexts, type Section } from '#modules/content/sections-contract.ts'
import { textPages } from '#modules/content/texts.ts'
import { SectionForm } from './section-form.tsx'
import { useSection } from './use-section.ts'

const titles: Record<(typeof textPages)[number], string> = {
  home: 'Home',
  learn: 'Learn',
  collection: 'Alpine Collection',
  bulk: 'Bulk Buying',
}

export function Texts({ section: initial }: { section: Section<'texts'> }) {
  const section = useSection({
    section: initial,
    label: 'Texts',
    schema: replacePageTexts.body,
    displayValue: ({ label, text }) => `${label}: ${text}`,
    send: (body) => callAuthenticated(replacePageTexts, { body }),
  })
  return (
    <SectionForm section={section}>
      {textPages.map((page) => (
        <FormSection key={page} title={titles[page]}>
          {section.rows.map(
            (row, index) =>
              row.page === page && (
                <TextArea
                  key={row.key}
                  label={row.label}
                  rows={3}
                  className="py-2"
                  maxLength={1200}
                  {...section.field(index, 'text')}
                  name={row.key}
                />
              ),
          )}
        </FormSection>
      ))}
    </SectionForm>
  )
}
