import { useState } from 'react'
import { uploadFrame } from '#app/features/admin/upload-picture.ts'
import { errorMessage } from '#app/lib/api.ts'
import { useBusy } from '#app/ui/busy.ts'
import { maxFrames, minFrames } from '#modules/media/turn.ts'
import type { DraftFrame } from './draft.ts'

type Upload = { file: File; frame?: DraftFrame; failure?: string }

const { compare } = new Intl.Collator('en', { numeric: true })

/** In the order of their names: `IMG_2.jpg` before `IMG_10.jpg`. */
export const inOrder = (files: File[]) => files.toSorted((a, b) => compare(a.name, b.name))

async function send({ file }: Upload): Promise<Upload> {
  try {
    const { pictureId, picture } = await uploadFrame(file)
    return { file, frame: { pictureId, hash: picture.hash } }
  } catch (error) {
    return { file, failure: errorMessage(error, 'The picture could not be uploaded. Please try again.') }
  }
}

/** Uploads a whole turn. `onComplete` is called when the last of its pictures is there. */
export function useTurnUpload(onComplete: (frames: DraftFrame[]) => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [wrongCount, setWrongCount] = useState<string>()
  const [busy, run] = useBusy()

  /** Those that are there already are not sent again. */
  const upload = (all: Upload[]) =>
    run(async () => {
      let now = all
      setUploads(now)
      for (const [index, each] of all.entries()) {
        if (each.frame) continue
        now = now.with(index, await send(each))
        setUploads(now)
      }
      const frames = now.flatMap(({ frame }) => frame ?? [])
      if (frames.length < all.length) return
      setUploads([])
      onComplete(frames)
    })

  const add = (files: File[]) => {
    const isPossible = files.length >= minFrames && files.length <= maxFrames
    setWrongCount(
      isPossible ? undefined : `A turn has ${minFrames} to ${maxFrames} pictures. You chose ${files.length}.`,
    )
    if (isPossible) void upload(inOrder(files).map((file) => ({ file })))
  }

  const failures = uploads.flatMap(({ file, failure }) => (failure ? `${file.name}: ${failure}` : []))
  return {
    busy,
    total: uploads.length,
    done: uploads.filter(({ frame }) => frame).length,
    errors: wrongCount ? [wrongCount] : failures,
    add,
    /** Only after a failure. */
    retry: failures.length > 0 && !busy ? () => void upload(uploads) : undefined,
  }
}
