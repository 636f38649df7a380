import { type ReactNode, useId, useState } from 'react'
import { pictureTypes } from './uploads.ts'

type Props = {
  label: string
  multiple?: boolean
  busy: boolean
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** An ordinary field that fills its frame: browsers take files dropped on it, and keyboards and phones can use it too. */
export function DropZone({ label, multiple = false, busy, onFiles, children }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])]
    if (chosen.length > 0) onFiles(multiple ? chosen : chosen.slice(0, 1))
  }
  return (
    <div className="drop-zone" data-over={isOver || undefined} aria-busy={busy}>
      <input
        id={id}
        type="file"
        accept={pictureTypes}
        multiple={multiple}
        disabled={busy}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      <label htmlFor={id}>
        <span>{busy ? 'Taking it in...' : label}</span>
        <span className="t-note">
          {children ?? 'Drop it here, or choose a file. JPEG, PNG, WebP or AVIF, up to 20 MB.'}
        </span>
      </label>
    </div>
  )
}
