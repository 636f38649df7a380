import { useEffect, useId, useState } from 'react'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { FieldFrame } from '#app/ui/field.tsx'

const debounceMs = 300
const preview = 'min-h-48 wrap-anywhere bg-snow p-5 *:first:mt-0'

/** The server renders the preview with the same code as the published post. */
function useHtml(body: string): string {
  const [html, setHtml] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      callAuthenticated<{ html: string }>('/admin/posts/preview', {
        method: 'POST',
        body: { body },
        signal: controller.signal,
      }).then(
        (response) => setHtml(response.html),
        () => {},
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [body])
  return html
}

type Props = { body: string; error: string | undefined; onChange: (body: string) => void }

export function MarkdownEditor({ body, error, onChange }: Props) {
  const id = useId()
  const html = useHtml(body)
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
      </FieldFrame>
      <section aria-label="Preview">
        <p className="field-label m-0">Preview</p>
        {html ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown on the server returns safe HTML only
          <div className={`markdown ${preview}`} dangerouslySetInnerHTML={{ __html: html }} />
        ) : (
          <p className={`${preview} text-granite`}>The preview appears here when you write.</p>
        )}
      </section>
    </div>
  )
}
