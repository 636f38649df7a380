import { ShopError } from '#shared/errors.ts'
import type { Incoming, Upload } from './endpoint.ts'

const wrongKind = () => new ShopError('notJson', 'Please send this as a file.')
const tooLarge = (most: number) =>
  new ShopError('tooLarge', `A file may be at most ${Math.round(most / 1024 / 1024)} MB large.`)

export function incomingOf(request: Request, upload: Upload | undefined): Incoming {
  const stream = () => {
    const type = request.headers.get('content-type')?.toLowerCase() ?? ''
    if (!upload || !type.startsWith(upload.type)) throw wrongKind()
    if (Number(request.headers.get('content-length') ?? 0) > upload.most) throw tooLarge(upload.most)
    return (request.body ?? new Blob([]).stream()).pipeThrough(upTo(upload.most))
  }
  return { stream, form: () => readForm(request, stream()) }
}

/** What is read is counted, whatever the header said. */
function upTo(most: number): TransformStream<Uint8Array, Uint8Array> {
  let read = 0
  return new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength
      if (read > most) throw tooLarge(most)
      controller.enqueue(chunk)
    },
  })
}

async function readForm(request: Request, stream: ReadableStream<Uint8Array>): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  try {
    return await new Response(stream, { headers: { 'Content-Type': type } }).formData()
  } catch (cause) {
    if (cause instanceof ShopError) throw cause
    throw new ShopError('invalid', 'This file could not be read.', { cause })
  }
}
