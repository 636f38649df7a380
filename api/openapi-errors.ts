import { type ErrorCode, httpStatus } from '#shared/errors.ts'
import { ownIdNames } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import type { Json } from './json-schema.ts'

/** An error that a call itself can answer with: not one from before the routing, and not a defect. */
export type CallError = Exclude<ErrorCode, 'wrongMethod' | 'targetTooLong' | 'headersTooLarge' | 'internal'>

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } }

const kinds: Record<CallError, { name: string; description: string; headers?: Json }> = {
  invalid: { name: 'BadRequest', description: 'The input is invalid. `errors` names each bad field.' },
  unauthenticated: { name: 'Unauthorized', description: 'The token is missing or expired, or the sign-in failed.' },
  forbidden: { name: 'Forbidden', description: 'The caller may not do this, or an id belongs to another account.' },
  notFound: { name: 'NotFound', description: 'It does not exist, or belongs to another account.' },
  requestTimeout: { name: 'RequestTimeout', description: 'The body arrived too slowly.' },
  conflict: { name: 'Conflict', description: 'It conflicts with the current state, such as stock or a duplicate.' },
  tooLarge: { name: 'PayloadTooLarge', description: 'The body is too large.' },
  notJson: { name: 'UnsupportedMediaType', description: 'The body has another content type than the described one.' },
  tooMany: { name: 'TooManyRequests', description: 'Too many requests.', headers: retryAfter },
  unavailable: {
    name: 'ServiceUnavailable',
    description: 'The shop is overloaded, or its database is away.',
    headers: retryAfter,
  },
}

const unexpected = { name: 'UnexpectedError', description: 'An unexpected error, logged under `X-Request-Id`.' }

export const asJson = (schema: Json) => ({ 'application/json': { schema } })

/** The error answers that calls share, as `components.responses`. */
export function sharedResponses(error: Json): Record<string, Json> {
  return Object.fromEntries(
    [...Object.values(kinds), unexpected].map(({ name, ...rest }) => [name, { ...rest, content: asJson(error) }]),
  )
}

const refer = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

/** The error answers of one call; `conflict` describes a 409 that carries the current record. */
export function errorResponses(codes: readonly CallError[], conflict: Json | undefined): Record<string, Json> {
  const own = (code: CallError): Json =>
    code === 'conflict' && conflict
      ? { description: 'Somebody else has changed it. `current` is the record now.', content: asJson(conflict) }
      : refer(kinds[code].name)
  return {
    ...Object.fromEntries(codes.map((code) => [httpStatus[code], own(code)])),
    default: refer(unexpected.name),
  }
}

function namesAccount({ params, body }: Endpoint): boolean {
  return [params, body].some((shape) => shape !== undefined && ownIdNames.some((name) => name in shape.shape))
}

/** A parameter that may be any text is never invalid; a malformed id is answered like an unknown one. */
const canBeInvalid = ({ schema }: { schema: Json }) =>
  Object.keys(schema).some((key) => key !== 'type' && key !== 'format')

/** Every error that a call can answer with: by its audience, by its input, and as it declares. */
export function callErrors(endpoint: Endpoint, pathParameters: { schema: Json }[]): CallError[] {
  const { audience, query, headers, body, upload, errors } = endpoint
  const hasBody = body !== undefined || upload !== undefined
  const derived: [CallError, boolean][] = [
    ['invalid', hasBody || query !== undefined || headers !== undefined || pathParameters.some(canBeInvalid)],
    ['unauthenticated', audience !== 'public'],
    ['forbidden', audience === 'staff' || audience === 'admin' || (audience === 'customer' && namesAccount(endpoint))],
    ['requestTimeout', hasBody],
    ['tooLarge', hasBody],
    ['notJson', hasBody],
    ['tooMany', true],
    ['unavailable', true],
  ]
  return [...new Set([...derived.filter(([, applies]) => applies).map(([code]) => code), ...errors])]
}
