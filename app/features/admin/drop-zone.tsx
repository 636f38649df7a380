import { type ChangeEvent, type ReactNode, useId, useState } from 'react'
import { pictureTypes } from './upload-picture.ts'

type Props = {
  label: string
  multiple?: boolean
  /** Offers the camera of a phone. */
  hasCamera?: boolean
  busy: boolean
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** A file input that fills its frame, so dropping, keyboard and touch all work without extra code. */
export function DropZone({ label, multiple = false, hasCamera = false, busy, onFiles, children }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const handleFiles = (files: FileList | null) => {
    const chosen = [...(files ?? [])]
    if (chosen.length > 0) onFiles(multiple ? chosen : chosen.slice(0, 1))
  }
  const inputProps = {
    type: 'file',
    disabled: busy,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      handleFiles(currentTarget.files)
      currentTarget.value = ''
    },
  } as const
  return (
    <>
      <div className="drop-zone" data-over={isOver || undefined} aria-busy={busy}>
        <input
          {...inputProps}
          id={id}
          accept={pictureTypes}
          multiple={multiple}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
        />
        <label htmlFor={id}>
          <span>{busy ? 'Uploading...' : label}</span>
          <span className="t-note">
            <span className="pointer-coarse:hidden">
              Drop {multiple ? 'files' : 'a file'} here or click to choose.{' '}
            </span>
            {children ?? 'JPEG, PNG, WebP or AVIF, up to 20 MB.'}
          </span>
        </label>
      </div>
      {hasCamera && (
        <label className="btn btn-line relative mt-3 w-full pointer-fine:hidden">
          <input
            {...inputProps}
            accept="image/*"
            capture="environment"
            className="absolute inset-0 size-full opacity-0"
          />
          Take photo
        </label>
      )}
    </>
  )
}
