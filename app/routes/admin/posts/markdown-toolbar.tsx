import { Toolbar } from '@base-ui/react/toolbar'
import { useRef } from 'react'
import { pictureTypes } from '#app/features/admin/upload-picture.ts'
import { type FormatName, formatKeys, formats } from './markdown-format.ts'

const names = Object.keys(formats) as FormatName[]
const button =
  'inline-flex min-h-target items-center px-3 hover:bg-snow focus-visible:-outline-offset-2 data-disabled:text-granite'
const looks: Partial<Record<FormatName, string>> = { Bold: 'font-semibold', Italic: 'italic' }

type Props = {
  isUploading: boolean
  onFormat: (name: FormatName) => void
  onPicture: (file: File) => void
}

/** The arrow keys move between the buttons. */
export function MarkdownToolbar({ isUploading, onFormat, onPicture }: Props) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <Toolbar.Root className="flex flex-wrap border border-edge border-b-0 bg-paper px-1" aria-label="Formatting">
      {names.map((name) => {
        const key = formatKeys[name]
        return (
          <Toolbar.Button
            key={name}
            className={`${button} ${looks[name] ?? ''}`}
            aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
            title={key && `${name} (Ctrl + ${key.toUpperCase()})`}
            onClick={() => onFormat(name)}
          >
            {name}
          </Toolbar.Button>
        )
      })}
      <Toolbar.Button className={button} disabled={isUploading} onClick={() => file.current?.click()}>
        {isUploading ? 'Uploading...' : 'Picture'}
      </Toolbar.Button>
      <input
        ref={file}
        className="hidden"
        type="file"
        aria-label="Picture in the text"
        accept={pictureTypes}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) onPicture(chosen)
          currentTarget.value = ''
        }}
      />
    </Toolbar.Root>
  )
}
