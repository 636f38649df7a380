import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { uploadPicture } from '#app/features/admin/upload-picture.ts'
import { errorMessage } from '#app/lib/api.ts'
import { useDebounced } from '#app/lib/delayed-value.ts'
import { useAdminQuery } from '#app/queries/admin.ts'
import { useBusy } from '#app/ui/busy.ts'
import { FieldFrame } from '#app/ui/field.tsx'
import { Markdown } from '#app/ui/markdown.tsx'
import { previewMarkdown } from '#modules/content/admin-contract.ts'
import { placeholderHint } from '#modules/content/placeholders.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import { type Format, type FormatName, formatKeys, formats, picture } from './markdown-format.ts'
import { MarkdownToolbar } from './markdown-toolbar.tsx'

const debounceMs = 300
const preview = 'min-h-48 wrap-anywhere bg-snow p-5 *:first:mt-0'
const uploadFailed = 'The picture could not be uploaded. Please try again.'

type Props = { body: string; error: string | undefined; onChange: (body: string) => void }

/** A toolbar over Markdown, with a preview beside it, or in its place on a small screen. */
export function MarkdownEditor({ body, error, onChange }: Props) {
  const id = useId()
  const [isPreview, setPreview] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const { isUploading, pictureError, addPicture } = usePictures(area)
  const onFiles = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    const [file] = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (!file) return
    event.preventDefault()
    void addPicture(file)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    const [name] = Object.entries(formatKeys).find(([, key]) => key === event.key.toLowerCase()) ?? []
    if (!name || event.shiftKey || event.altKey) return
    event.preventDefault()
    applyFormat(area.current, formats[name as FormatName])
  }
  return (
    <>
      <fieldset className="admin-tabs xl:hidden">
        <legend className="sr-only">View</legend>
        {[false, true].map((each) => (
          <button key={String(each)} type="button" aria-pressed={each === isPreview} onClick={() => setPreview(each)}>
            {each ? 'Preview' : 'Write'}
          </button>
        ))}
      </fieldset>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
        <div className={isPreview ? 'max-xl:hidden' : ''}>
          <FieldFrame id={id} label="Text (Markdown)" error={error ?? pictureError}>
            <MarkdownToolbar
              isUploading={isUploading}
              onFormat={(name) => applyFormat(area.current, formats[name])}
              onPicture={addPicture}
            />
            <textarea
              ref={area}
              id={id}
              name="body"
              className="input field-sizing-content min-h-112 py-3 leading-[1.6] lg:text-[.875rem] [font-family:ui-monospace,monospace]"
              maxLength={100_000}
              value={body}
              aria-invalid={Boolean(error)}
              aria-describedby={`${id}-message`}
              onKeyDown={onKeyDown}
              onPaste={(event) => onFiles(event, event.clipboardData.files)}
              onDrop={(event) => onFiles(event, event.dataTransfer.files)}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
            />
            <p className="t-note m-0 mt-1">{placeholderHint}</p>
          </FieldFrame>
        </div>
        <Preview body={body} className={isPreview ? '' : 'max-xl:hidden'} />
      </div>
    </>
  )
}

function Preview({ body, className }: { body: string; className: string }) {
  // The server renders the preview with the same code as the published post.
  const { data } = useAdminQuery(previewMarkdown, { body: { body: useDebounced(body, debounceMs) } })
  return (
    <section className={className} aria-label="Preview">
      <p className="field-label m-0 max-xl:hidden">Preview</p>
      {data?.html ? (
        <Markdown className={preview} html={data.html} />
      ) : (
        <p className={`${preview} text-granite`}>The preview appears here when you write.</p>
      )}
    </section>
  )
}

/** A failed upload is shown at the field until the next one. */
function usePictures(area: { current: HTMLTextAreaElement | null }) {
  const [pictureError, setError] = useState<string>()
  const [isUploading, run] = useBusy()
  const addPicture = (file: File) =>
    run(async () => {
      setError(undefined)
      try {
        const uploaded = await uploadPicture(file)
        applyFormat(area.current, picture(pictureApiUrl(uploaded.picture)))
      } catch (error) {
        setError(errorMessage(error, uploadFailed))
      }
    })
  return { isUploading, pictureError, addPicture }
}

/** `insertText` keeps the undo history of the browser and fires the input event. */
function applyFormat(area: HTMLTextAreaElement | null, format: Format): void {
  if (!area) return
  const { value: text, selectionStart, selectionEnd } = area
  const { start, end, insert, select } = format({ text, start: selectionStart, end: selectionEnd })
  area.focus()
  area.setSelectionRange(start, end)
  document.execCommand('insertText', false, insert)
  area.setSelectionRange(...select)
}
