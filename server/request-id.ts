import { randomUUID } from 'node:crypto'

/** A caller may bring its own, so that one request can be followed through several logs. */
export function requestId(given: string | undefined): string {
  return given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
}
