import type * as z from 'zod/mini'
import type { Upload } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { UploadBody } from './endpoint.ts'

const wrongContentType = () => new ShopError('notJson', 'Please send this as a file.')
const tooLarge = (maxBytes: number) =>
  new ShopError('tooLarge', `A file may be at most ${Math.round(maxBytes / 1024 / 1024)} MB.`)

export function incomingOf(request: Request, upload: Upload | undefined): UploadBody {
  const stream = () => {
    const type = request.headers.get('content-type')?.toLowerCase() ?? ''
    if (!upload || !type.startsWith(upload.type)) throw wrongContentType()
    if (Number(request.headers.get('content-length') ?? 0) > upload.maxBytes) throw tooLarge(upload.maxBytes)
    return (request.body ?? new Blob([]).stream()).pipeThrough(limitSize(upload.maxBytes))
  }
  return { stream }
}

/** Counts the bytes that are read, because the Content-Length header can be wrong. */
function limitSize(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytesRead = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytesRead += chunk.byteLength
      if (bytesRead > maxBytes) throw tooLarge(maxBytes)
      controller.enqueue(chunk)
    },
  })
}

/** The form fields of the schema; those in `repeatable` become lists. */
export async function readForm(
  request: Request,
  incoming: UploadBody,
  schema: z.ZodMiniObject,
  repeatable: readonly string[],
): Promise<Record<string, unknown>> {
  const form = await parseForm(request, incoming.stream())
  const parts = Object.keys(schema.shape).map((name) => [name, form.getAll(name).filter(isSent)] as const)
  return Object.fromEntries(
    parts
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, repeatable.includes(name) ? values : values[0]]),
  )
}

/** A browser sends an empty file field as a file without a name. */
function isSent(part: FormDataEntryValue): boolean {
  return typeof part === 'string' || part.size > 0 || part.name !== ''
}

async function parseForm(request: Request, stream: ReadableStream<Uint8Array>): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  try {
    return await new Response(stream, { headers: { 'Content-Type': type } }).formData()
  } catch (cause) {
    if (cause instanceof ShopError) throw cause
    throw new ShopError('invalid', 'This file could not be read.', { cause })
  }
}
