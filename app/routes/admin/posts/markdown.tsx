import { useId } from 'react'
import { useDebounced } from '#app/lib/delayed-value.ts'
import { useAdminQuery } from '#app/queries/admin.ts'
import { FieldFrame } from '#app/ui/field.tsx'
import { previewMarkdown } from '#modules/content/admin-contract.ts'
import { placeholderHint } from '#modules/content/placeholders.ts'

const debounceMs = 300
const preview = 'min-h-48 wrap-anywhere bg-snow p-5 *:first:mt-0'

type Props = { body: string; error: string | undefined; onChange: (body: string) => void }

export function MarkdownEditor({ body, error, onChange }: Props) {
  const id = useId()
  // The server renders the preview with the same code as the published post.
  const { data } = useAdminQuery(previewMarkdown, { body: { body: useDebounced(body, debounceMs) } })
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <FieldFrame id={id} label="Text (Markdown)" error={error}>
        <textarea
          id={id}
          name="body"
          className="input field-sizing-content min-h-112 py-3 text-[.875rem] leading-[1.6] [font-family:ui-monospace,monospace]"
          maxLength={100_000}
          value={body}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-message`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <p className="t-note m-0 mt-1">{placeholderHint}</p>
      </FieldFrame>
      <section aria-label="Preview">
        <p className="field-label m-0">Preview</p>
        {data?.html ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown on the server returns safe HTML only
          <div className={`markdown ${preview}`} dangerouslySetInnerHTML={{ __html: data.html }} />
        ) : (
          <p className={`${preview} text-granite`}>The preview appears here when you write.</p>
        )}
      </section>
    </div>
  )
}
