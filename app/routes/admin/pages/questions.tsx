import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import type { ShownSheet } from '#modules/content/editor-schema.ts'
import { Part } from '../ui/part.tsx'
import { RowTools, SheetForm } from './sheet-form.tsx'
import { useSheet } from './use-sheet.ts'

export function Questions({ sheet: first }: { sheet: ShownSheet<'faqs'> }) {
  const sheet = useSheet('faqs', first)
  return (
    <SheetForm label="Questions" sheet={sheet} inWords={({ question }) => question}>
      <Part title="Questions people ask" hint="They stand at the end of the page Learn, in this order.">
        <ul className="sheet-rows">
          {sheet.rows.map((row, index) => (
            <li key={row.rowKey}>
              <div>
                <Field
                  label={`Question ${index + 1}`}
                  name={`rows.${index}.question`}
                  maxLength={200}
                  value={row.question}
                  error={sheet.errors[`rows.${index}.question`]}
                  onChange={({ currentTarget }) => sheet.set(index, { question: currentTarget.value })}
                />
                <TextArea
                  label="Answer"
                  name={`rows.${index}.answer`}
                  rows={3}
                  className="py-2"
                  maxLength={2000}
                  value={row.answer}
                  error={sheet.errors[`rows.${index}.answer`]}
                  onChange={({ currentTarget }) => sheet.set(index, { answer: currentTarget.value })}
                />
              </div>
              <RowTools
                name={`question ${index + 1}`}
                index={index}
                count={sheet.rows.length}
                move={(by) => sheet.move(index, by)}
                remove={() => sheet.remove(index)}
              />
            </li>
          ))}
        </ul>
        <Button look="line" onClick={() => sheet.add({ question: '', answer: '' })}>
          Add a question
        </Button>
      </Part>
    </SheetForm>
  )
}
