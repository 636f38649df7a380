import type { CallError } from '#shared/endpoint.ts'
import { httpStatus } from '#shared/errors.ts'
import { ownIdNames } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import type { Json } from './json-schema.ts'

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } }

const kinds: Record<CallError, { name: string; description: string; headers?: Json }> = {
  invalid: { name: 'BadRequest', description: 'The input is invalid. `errors` names each bad field.' },
  unauthenticated: { name: 'Unauthorized', description: 'The token is missing or expired, or the sign-in failed.' },
  forbidden: { name: 'Forbidden', description: 'The caller may not do this, or an id belongs to another account.' },
  notFound: { name: 'NotFound', description: 'It does not exist, or belongs to another account.' },
  requestTimeout: { name: 'RequestTimeout', description: 'The body arrived too slowly.' },
  conflict: { name: 'Conflict', description: 'It conflicts with the current state, such as stock or a duplicate.' },
  tooLarge: { name: 'PayloadTooLarge', description: 'The body is too large.' },
  notJson: { name: 'UnsupportedMediaType', description: 'The content type of the body is not supported.' },
  tooMany: { name: 'TooManyRequests', description: 'Too many requests.', headers: retryAfter },
  unavailable: {
    name: 'ServiceUnavailable',
    description: 'The shop is overloaded, or its database is unavailable.',
    headers: retryAfter,
  },
}

const unexpected = { name: 'UnexpectedError', description: 'An unexpected error, logged under `X-Request-Id`.' }

export const asJson = (schema: Json) => ({ 'application/json': { schema } })

/** The common error responses for `components.responses`. */
export function sharedResponses(error: Json): Record<string, Json> {
  return Object.fromEntries(
    [...Object.values(kinds), unexpected].map(({ name, ...rest }) => [name, { ...rest, content: asJson(error) }]),
  )
}

const refer = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

/** The error responses of one call; `conflict` is the schema of a 409 with the current record. */
export function errorResponses(codes: readonly CallError[], conflict: Json | undefined): Record<string, Json> {
  const own = (code: CallError): Json =>
    code === 'conflict' && conflict
      ? {
          description: 'The record was changed in the meantime. `current` is the current record.',
          content: asJson(conflict),
        }
      : refer(kinds[code].name)
  return {
    ...Object.fromEntries(codes.map((code) => [httpStatus[code], own(code)])),
    default: refer(unexpected.name),
  }
}

function namesAccount({ params, body }: Endpoint): boolean {
  return [params, body].some((shape) => shape !== undefined && ownIdNames.some((name) => name in shape.shape))
}

/** A parameter of any text is never invalid; a malformed id gives the same response as an unknown one. */
const canBeInvalid = ({ schema }: { schema: Json }) =>
  Object.keys(schema).some((key) => key !== 'type' && key !== 'format')

/** All errors of a call: from its audience, from its input, and declared ones. */
export function callErrors(endpoint: Endpoint, pathParameters: { schema: Json }[]): CallError[] {
  const { audience, query, headers, body, upload, errors = [] } = endpoint
  const hasBody = body !== undefined || upload !== undefined
  const derived: [CallError, boolean][] = [
    ['invalid', hasBody || query !== undefined || headers !== undefined || pathParameters.some(canBeInvalid)],
    ['unauthenticated', audience !== 'public'],
    ['forbidden', audience !== 'public' && (audience !== 'customer' || namesAccount(endpoint))],
    ['requestTimeout', hasBody],
    ['tooLarge', hasBody],
    ['notJson', hasBody],
    ['tooMany', true],
    ['unavailable', true],
  ]
  return [...new Set([...derived.filter(([, applies]) => applies).map(([code]) => code), ...errors])]
}
