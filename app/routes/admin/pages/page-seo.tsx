import { FormSection } from '#app/features/admin/form-section.tsx'
import { SeoFields } from '#app/features/admin/seo-fields.tsx'
import { callAuthenticated } from '#app/queries/client.ts'
import { replacePageSeo, type Section } from '#modules/content/sections-contract.ts'
import { seoPages } from '#modules/content/seo-pages.ts'
import { SectionForm } from './section-form.tsx'
import { useSection } from './use-section.ts'

export function PageSeo({ section: initial }: { section: Section<'seo'> }) {
  const section = useSection({
    section: initial,
    label: 'Search engines',
    schema: replacePageSeo.body,
    displayValue: ({ page, title, description }) => `${seoPages[page]}: ${title} · ${description}`,
    send: (body) => callAuthenticated(replacePageSeo, { body }),
  })
  return (
    <SectionForm section={section}>
      <p className="t-note m-0 max-w-prose">
        What Google and others show of each page, and the title of the browser tab. Empty fields keep the texts of the
        shop. Up to about 60 characters of a headline and 155 of a summary are shown.
      </p>
      {section.rows.map(({ page, rowKey }, index) => (
        <FormSection key={rowKey} title={seoPages[page]}>
          <SeoFields
            title={section.field(index, 'title')}
            description={section.field(index, 'description')}
            of={seoPages[page]}
          />
        </FormSection>
      ))}
    </SectionForm>
  )
}
