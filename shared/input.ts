import type * as z from 'zod/mini'
import { type ErrorDetail, ShopError } from './errors.ts'

/** Names are matched in any letter case. One name with two different values is an error. */
export function readQuery(
  search: URLSearchParams,
  schema: z.ZodMiniObject,
  repeatable: readonly string[],
): Record<string, unknown> {
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
  const valuesByName = new Map<string, string[]>()
  for (const [key, value] of search) {
    const name = names.get(key.toLowerCase())
    if (name) valuesByName.set(name, [...(valuesByName.get(name) ?? []), value])
  }
  const query: Record<string, unknown> = {}
  for (const [name, values] of valuesByName) {
    if (repeatable.includes(name)) query[name] = values
    else if (new Set(values).size === 1) query[name] = values[0]
    else throw invalid([{ code: 'Contradiction', field: name, description: `Please choose one value for ${name}.` }])
  }
  return query
}

export function readHeaders(headers: Headers, schema: z.ZodMiniObject): Record<string, unknown> {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, headers.get(name) ?? undefined]))
}

export function parseInput<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw invalid(
    parsed.error.issues.map((issue) => ({
      code: 'Invalid',
      field: issue.path.map(String).join('.'),
      description: issue.message,
    })),
  )
}

function invalid(details: ErrorDetail[]): ShopError {
  return new ShopError('invalid', details[0]?.description ?? 'This request is not valid.', { details })
}
