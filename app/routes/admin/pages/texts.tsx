import { TextArea } from '#app/ui/field.tsx'
import type { ShownSheet } from '#modules/content/admin-schema.ts'
import { textPages } from '#modules/content/texts.ts'
import { Part } from '../ui/part.tsx'
import { SheetForm } from './sheet-form.tsx'
import { useSheet } from './use-sheet.ts'

const titles: Record<(typeof textPages)[number], string> = {
  home: 'Home',
  learn: 'Learn',
  collection: 'Alpine Collection',
  bulk: 'Bulk Buying',
}

export function Texts({ sheet: first }: { sheet: ShownSheet<'texts'> }) {
  const sheet = useSheet('texts', first)
  return (
    <SheetForm label="Texts" sheet={sheet} inWords={({ label, words }) => `${label}: ${words}`}>
      {textPages.map((page) => (
        <Part key={page} title={titles[page]}>
          {sheet.rows.map(
            (row, index) =>
              row.page === page && (
                <TextArea
                  key={row.key}
                  label={row.label}
                  rows={3}
                  className="py-2"
                  maxLength={1200}
                  {...sheet.field(index, 'words')}
                  name={row.key}
                />
              ),
          )}
        </Part>
      ))}
    </SheetForm>
  )
}
