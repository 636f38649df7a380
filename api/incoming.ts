import type { z } from 'zod'
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
  return { stream }
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

/** The parts of a form that the schema names; those in `repeats` as lists. */
export async function readForm(
  request: Request,
  incoming: Incoming,
  schema: z.ZodObject,
  repeats: readonly string[],
): Promise<Record<string, unknown>> {
  const form = await parseForm(request, incoming.stream())
  const parts = Object.keys(schema.shape).map((name) => [name, form.getAll(name).filter(isSent)] as const)
  return Object.fromEntries(
    parts
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, repeats.includes(name) ? values : values[0]]),
  )
}

/** A browser sends a file field that nobody filled as a file without a name. */
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
