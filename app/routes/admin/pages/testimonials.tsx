import { Field, TextArea } from '#app/ui/field.tsx'
import type { ShownSheet } from '#modules/content/admin-schema.ts'
import { OnePicture } from '../ui/one-picture.tsx'
import { Part } from '../ui/part.tsx'
import { SheetForm } from './sheet-form.tsx'
import { SheetRows } from './sheet-rows.tsx'
import { useSheet } from './use-sheet.ts'

const blank = { name: '', title: '', description: '', pictureId: null, picture: null }

export function Testimonials({ sheet: first }: { sheet: ShownSheet<'testimonials'> }) {
  const sheet = useSheet('testimonials', first)
  return (
    <SheetForm
      label="Testimonials"
      sheet={sheet}
      inWords={({ name, title, description }) => `${name}, ${title}: ${description}`}
    >
      <Part title="What customers say" hint="They take turns on the home page, in this order.">
        <SheetRows sheet={sheet} name="words" add="Add words" blank={blank}>
          {({ picture }, index) => (
            <>
              <TextArea
                label={`Words ${index + 1}`}
                rows={3}
                className="py-2"
                maxLength={600}
                {...sheet.field(index, 'description')}
              />
              <div className="goods-fields">
                <Field label="Name" maxLength={80} {...sheet.field(index, 'name')} />
                <Field label="Below the name" optional maxLength={120} {...sheet.field(index, 'title')} />
              </div>
              <OnePicture
                label={`Portrait ${index + 1} (optional)`}
                picture={picture}
                onChange={(taken) =>
                  sheet.set(index, { pictureId: taken?.pictureId ?? null, picture: taken?.picture ?? null })
                }
              />
            </>
          )}
        </SheetRows>
      </Part>
    </SheetForm>
  )
}
