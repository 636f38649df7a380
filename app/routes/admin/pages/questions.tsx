import { Field, TextArea } from '#app/ui/field.tsx'
import type { ShownSheet } from '#modules/content/admin-schema.ts'
import { Part } from '../ui/part.tsx'
import { SheetForm } from './sheet-form.tsx'
import { SheetRows } from './sheet-rows.tsx'
import { useSheet } from './use-sheet.ts'

export function Questions({ sheet: first }: { sheet: ShownSheet<'faqs'> }) {
  const sheet = useSheet('faqs', first)
  return (
    <SheetForm label="Questions" sheet={sheet} inWords={({ question, answer }) => `${question}\n${answer}`}>
      <Part title="Questions people ask" hint="They stand at the end of the page Learn, in this order.">
        <SheetRows sheet={sheet} name="question" add="Add a question" blank={{ question: '', answer: '' }}>
          {(_, index) => (
            <>
              <Field label={`Question ${index + 1}`} maxLength={200} {...sheet.field(index, 'question')} />
              <TextArea label="Answer" rows={3} className="py-2" maxLength={2000} {...sheet.field(index, 'answer')} />
            </>
          )}
        </SheetRows>
      </Part>
    </SheetForm>
  )
}
