import { href } from 'react-router'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { PictureField } from '#app/features/admin/picture-field.tsx'
import { bannerArt } from '#app/features/site/banner-art.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Field } from '#app/ui/field.tsx'
import { replaceBanners, type Section } from '#modules/content/sections-contract.ts'
import { SectionForm } from './section-form.tsx'
import { useSection } from './use-section.ts'

export function Banners({ section: initial }: { section: Section<'banners'> }) {
  const section = useSection({
    section: initial,
    label: 'Banners',
    schema: replaceBanners.body,
    displayValue: ({ title }) => title,
    send: (body) => callAuthenticated(replaceBanners, { body }),
  })
  return (
    <SectionForm section={section}>
      {section.rows.map((row, index) => (
        <FormSection
          key={row.rowKey}
          title={`Banner ${index + 1}`}
          hint="Without your own picture, the shop shows the default one. Read More leads to the Learn page, or to a link such as /shop/crystal."
        >
          <Field label="Text" maxLength={120} {...section.field(index, 'title')} />
          <Field
            label="Link of Read More"
            optional
            placeholder={href('/learn')}
            maxLength={200}
            {...section.field(index, 'link')}
          />
          <div className="grid gap-4 lg:grid-cols-2">
            <PictureField
              label="Picture for large screens (ratio 2:1)"
              picture={row.large}
              defaultPicture={{ src: bannerArt[index]?.large.webp, width: 2, height: 1 }}
              onChange={(uploaded) =>
                section.set(index, { largePictureId: uploaded?.pictureId ?? null, large: uploaded?.picture ?? null })
              }
            />
            <PictureField
              label="Picture for phones (ratio 3:4)"
              picture={row.small}
              defaultPicture={{ src: bannerArt[index]?.small.webp, width: 3, height: 4 }}
              onChange={(uploaded) =>
                section.set(index, { smallPictureId: uploaded?.pictureId ?? null, small: uploaded?.picture ?? null })
              }
            />
          </div>
        </FormSection>
      ))}
    </SectionForm>
  )
}
