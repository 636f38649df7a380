import { FormSection } from '#app/features/admin/form-section.tsx'
import { PictureField } from '#app/features/admin/picture-field.tsx'
import { callAuthenticated } from '#app/queries/client.ts'
import { Field, TextArea } from '#app/ui/field.tsx'
import { replaceTestimonials, type Section } from '#modules/content/sections-contract.ts'
import { SectionForm } from './section-form.tsx'
import { SectionRows } from './section-rows.tsx'
import { useSection } from './use-section.ts'

const blank = { name: '', title: '', description: '', pictureId: null, picture: null }

export function Testimonials({ section: initial }: { section: Section<'testimonials'> }) {
  const section = useSection({
    section: initial,
    label: 'Testimonials',
    schema: replaceTestimonials.body,
    displayValue: ({ name, title, description }) => `${name}, ${title}: ${description}`,
    send: (body) => callAuthenticated(replaceTestimonials, { body }),
  })
  return (
    <SectionForm section={section}>
      <FormSection title="Testimonials" hint="Shown in a carousel on the home page, in this order.">
        <SectionRows section={section} name="testimonial" addLabel="Add testimonial" blank={blank}>
          {({ picture }, index) => (
            <>
              <TextArea
                label={`Testimonial ${index + 1}`}
                rows={3}
                className="py-2"
                maxLength={600}
                {...section.field(index, 'description')}
              />
              <div className="grid gap-x-5 gap-y-1 sm:grid-cols-2">
                <Field label="Name" maxLength={80} {...section.field(index, 'name')} />
                <Field label="Title or location" optional maxLength={120} {...section.field(index, 'title')} />
              </div>
              <PictureField
                label={`Portrait ${index + 1} (optional)`}
                picture={picture}
                onChange={(uploaded) =>
                  section.set(index, { pictureId: uploaded?.pictureId ?? null, picture: uploaded?.picture ?? null })
                }
              />
            </>
          )}
        </SectionRows>
      </FormSection>
    </SectionForm>
  )
}
