import { useEffect, useId, useState } from 'react'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { Labelled } from '#app/ui/field.tsx'

const pauseMs = 300

/** Rendered by the server, with what renders the post itself, so it is exactly what will be shown. */
function useHtml(body: string): string {
  const [html, setHtml] = useState('')
  useEffect(() => {
    const calling = new AbortController()
    const timer = setTimeout(() => {
      callAsCustomer<{ html: string }>('/admin/posts/preview', {
        method: 'POST',
        body: { body },
        signal: calling.signal,
      }).then(
        (answer) => setHtml(answer.html),
        () => {},
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      calling.abort()
    }
  }, [body])
  return html
}

type Props = { body: string; error: string | undefined; onType: (body: string) => void }

export function MarkdownPair({ body, error, onType }: Props) {
  const id = useId()
  const html = useHtml(body)
  return (
    <div className="markdown-pair">
      <Labelled id={id} label="Words, in Markdown" error={error}>
        <textarea
          id={id}
          name="body"
          className="input py-3"
          maxLength={100_000}
          value={body}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-message`}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      </Labelled>
      <section aria-label="Preview">
        <p className="field-label m-0">Preview</p>
        {html ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown on the server returns safe HTML only
          <div className="story markdown-shown" dangerouslySetInnerHTML={{ __html: html }} />
        ) : (
          <p className="markdown-shown m-0 text-granite">What you write shows here as it will be read.</p>
        )}
      </section>
    </div>
  )
}
