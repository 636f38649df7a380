import { Field } from '#app/ui/field.tsx'
import type { ShownSheet } from '#modules/content/admin-schema.ts'
import { Part } from '../ui/part.tsx'
import { SheetForm } from './sheet-form.tsx'
import { SheetRows } from './sheet-rows.tsx'
import { useSheet } from './use-sheet.ts'

export function Synonyms({ sheet: first }: { sheet: ShownSheet<'synonyms'> }) {
  const sheet = useSheet('synonyms', first)
  return (
    <SheetForm label="Search synonyms" sheet={sheet} inWords={({ word, synonyms }) => `${word}: ${synonyms}`}>
      <Part
        title="Search synonyms"
        hint="A search for the word also finds products with one of the synonyms. Separate synonyms by commas."
      >
        <SheetRows sheet={sheet} name="synonym" add="Add synonym" blank={{ word: '', synonyms: '' }} isOrdered={false}>
          {(_, index) => (
            <div className="synonym-fields">
              <Field label={`Word ${index + 1}`} maxLength={60} {...sheet.field(index, 'word')} />
              <Field label="Also finds" maxLength={300} {...sheet.field(index, 'synonyms')} />
            </div>
          )}
        </SheetRows>
      </Part>
    </SheetForm>
  )
}
