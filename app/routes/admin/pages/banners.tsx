import { Field } from '#app/ui/field.tsx'
import type { ShownSheet } from '#modules/content/admin-schema.ts'
import { OnePicture } from '../ui/one-picture.tsx'
import { Part } from '../ui/part.tsx'
import { SheetForm } from './sheet-form.tsx'
import { useSheet } from './use-sheet.ts'

export function Banners({ sheet: first }: { sheet: ShownSheet<'banners'> }) {
  const sheet = useSheet('banners', first)
  return (
    <SheetForm label="Banners" sheet={sheet} inWords={({ title }) => title}>
      {sheet.rows.map((row, index) => (
        <Part
          key={row.rowKey}
          title={`Banner ${index + 1}`}
          hint="Without a picture of your own it keeps the one that came with the shop."
        >
          <Field label="Words" maxLength={120} {...sheet.field(index, 'title')} />
          <div className="grid gap-4 lg:grid-cols-2">
            <OnePicture
              label="Picture for large screens, twice as wide as high"
              picture={row.large}
              onChange={(taken) =>
                sheet.set(index, { largePictureId: taken?.pictureId ?? null, large: taken?.picture ?? null })
              }
            />
            <OnePicture
              label="Picture for phones, three wide and four high"
              picture={row.small}
              onChange={(taken) =>
                sheet.set(index, { smallPictureId: taken?.pictureId ?? null, small: taken?.picture ?? null })
              }
            />
          </div>
        </Part>
      ))}
    </SheetForm>
  )
}
