import type { ComponentProps, ReactNode } from 'react'
import { DraftForm } from '#app/features/admin/draft-form.tsx'
import { Button } from '#app/ui/button.tsx'

type Props = { section: { label: string; editor: ComponentProps<typeof DraftForm>['editor'] }; children: ReactNode }

export function SectionForm({ section: { label, editor }, children }: Props) {
  return (
    <DraftForm label={label} className="grid max-w-3xl gap-5" editor={editor}>
      {children}
      <div className="admin-actions px-1">
        <Button type="submit" busy={editor.busy} busyText="Saving...">
          Save changes
        </Button>
      </div>
    </DraftForm>
  )
}
