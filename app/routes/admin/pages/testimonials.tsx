import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import type { ShownSheet } from '#modules/content/editor-schema.ts'
import { Part } from '../ui/part.tsx'
import { RowTools, SheetForm } from './sheet-form.tsx'
import { useSheet } from './use-sheet.ts'

export function Testimonials({ sheet: first }: { sheet: ShownSheet<'testimonials'> }) {
  const sheet = useSheet('testimonials', first)
  return (
    <SheetForm label="Testimonials" sheet={sheet} inWords={({ name, description }) => `${name}: ${description}`}>
      <Part title="What customers say" hint="They take turns on the home page, in this order.">
        <ul className="sheet-rows">
          {sheet.rows.map((row, index) => (
            <li key={row.rowKey}>
              <div>
                <TextArea
                  label={`Words ${index + 1}`}
                  name={`rows.${index}.description`}
                  rows={3}
                  className="py-2"
                  maxLength={600}
                  value={row.description}
                  error={sheet.errors[`rows.${index}.description`]}
                  onChange={({ currentTarget }) => sheet.set(index, { description: currentTarget.value })}
                />
                <div className="goods-fields">
                  <Field
                    label="Name"
                    name={`rows.${index}.name`}
                    maxLength={80}
                    value={row.name}
                    error={sheet.errors[`rows.${index}.name`]}
                    onChange={({ currentTarget }) => sheet.set(index, { name: currentTarget.value })}
                  />
                  <Field
                    label="Below the name"
                    name={`rows.${index}.title`}
                    optional
                    maxLength={120}
                    value={row.title}
                    error={sheet.errors[`rows.${index}.title`]}
                    onChange={({ currentTarget }) => sheet.set(index, { title: currentTarget.value })}
                  />
                </div>
              </div>
              <RowTools
                name={`words ${index + 1}`}
                index={index}
                count={sheet.rows.length}
                move={(by) => sheet.move(index, by)}
                remove={() => sheet.remove(index)}
              />
            </li>
          ))}
        </ul>
        <Button
          look="line"
          onClick={() => sheet.add({ name: '', title: '', description: '', pictureId: null, picture: null })}
        >
          Add words
        </Button>
      </Part>
    </SheetForm>
  )
}
