import type { z } from 'zod'
import { type ErrorDetail, ShopError } from './errors.ts'

/** Names are matched without regard to letter case; one name with two different values is a contradiction. */
export function readQuery(
  search: URLSearchParams,
  schema: z.ZodObject,
  repeats: readonly string[],
): Record<string, unknown> {
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
  const given = new Map<string, string[]>()
  for (const [key, value] of search) {
    const name = names.get(key.toLowerCase())
    if (name) given.set(name, [...(given.get(name) ?? []), value])
  }
  const query: Record<string, unknown> = {}
  for (const [name, values] of given) {
    if (repeats.includes(name)) query[name] = values
    else if (new Set(values).size === 1) query[name] = values[0]
    else throw invalid([{ code: 'Contradiction', field: name, description: `Please choose one value for ${name}.` }])
  }
  return query
}

export function readHeaders(headers: Headers, schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, headers.get(name) ?? undefined]))
}

export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
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
  return new ShopError('invalid', details[0]?.description ?? 'Something in this request is not right.', { details })
}
