import { type ReactNode, useId, useState } from 'react'
import { pictureTypes } from './upload-picture.ts'

type Props = {
  label: string
  multiple?: boolean
  busy: boolean
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** A file input that fills its frame, so dropping, keyboard and touch all work without extra code. */
export function DropZone({ label, multiple = false, busy, onFiles, children }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const handleFiles = (files: FileList | null) => {
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
          handleFiles(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      <label htmlFor={id}>
        <span>{busy ? 'Uploading...' : label}</span>
        <span className="t-note">
          {children ?? 'Drop a file here or click to choose one. JPEG, PNG, WebP or AVIF, up to 20 MB.'}
        </span>
      </label>
    </div>
  )
}
