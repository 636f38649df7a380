import { FormSection } from '#app/features/admin/form-section.tsx'
import { PictureField } from '#app/features/admin/picture-field.tsx'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { defaultHero } from '#modules/content/hero.ts'
import { replaceHero, type Section } from '#modules/content/sections-contract.ts'
import wide from '../../../assets/art/hero-640.webp'
import tall from '../../../assets/art/hero-tall-405.webp'
import { SectionForm } from './section-form.tsx'
import { useSection } from './use-section.ts'

const initial = { ...defaultHero, largePictureId: null, smallPictureId: null, large: null, small: null }

export function Hero({ section: stored }: { section: Section<'hero'> }) {
  const section = useSection({
    section: stored,
    label: 'Hero',
    schema: replaceHero.body,
    displayValue: ({ title, text, button, link }) => [title, text, `${button}: ${link}`].join('\n'),
    send: (body) => callAuthenticated(replaceHero, { body }),
  })
  const [row] = section.rows
  if (!row) return null
  return (
    <SectionForm section={section}>
      <FormSection
        title="Hero"
        hint="The top of the home page. With a picture of your own, the film is not shown. A picture for large screens also serves phones that have none."
      >
        <Field label="Title" maxLength={80} {...section.field(0, 'title')} />
        <TextArea label="Text" optional rows={2} className="py-2" maxLength={200} {...section.field(0, 'text')} />
        <div className="grid gap-x-4 sm:grid-cols-2">
          <Field label="Button" maxLength={30} {...section.field(0, 'button')} />
          <Field label="Link" placeholder={defaultHero.link} maxLength={200} {...section.field(0, 'link')} />
        </div>
        <div className="grid gap-4 lg:grid-cols-2">
          <PictureField
            label="Picture for large screens (ratio 16:9)"
            picture={row.large}
            defaultPicture={{ src: wide, width: 16, height: 9 }}
            onChange={(uploaded) =>
              section.set(0, { largePictureId: uploaded?.pictureId ?? null, large: uploaded?.picture ?? null })
            }
          />
          <PictureField
            label="Picture for phones (ratio 9:16)"
            picture={row.small}
            defaultPicture={{ src: tall, width: 9, height: 16 }}
            onChange={(uploaded) =>
              section.set(0, { smallPictureId: uploaded?.pictureId ?? null, small: uploaded?.picture ?? null })
            }
          />
        </div>
        <div className="mt-4">
          <Button look="line" onClick={() => section.set(0, initial)}>
            Restore the default
          </Button>
        </div>
      </FormSection>
    </SectionForm>
  )
}
