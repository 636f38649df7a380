import { randomUUID } from 'node:crypto'

/** A caller may send its own id, so one request can be followed through several logs. */
export function requestId(header: string | undefined): string {
  return header && /^[\w.-]{8,64}$/.test(header) ? header : randomUUID()
}
