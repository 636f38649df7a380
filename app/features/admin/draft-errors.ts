import type * as z from 'zod/mini'

export type FieldErrors = Record<string, string>

/** How a draft is checked again while its errors are mended. */
export type Check<Draft, Stored> = {
  schema: z.ZodMiniType
  /** The request that saves the draft. */
  body: (draft: Draft, record: Stored | undefined) => unknown
}

const valueAt = (body: unknown, field: string) =>
  JSON.stringify(
    field
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], body),
  )

/** The errors of the last save that still hold: invalid for the schema, or refused by the server and not changed since. */
export function remainingErrors(errors: FieldErrors, schema: z.ZodMiniType, sent: unknown, now: unknown): FieldErrors {
  const issues = schema.safeParse(now).error?.issues ?? []
  // The first message of a field counts.
  const invalid = new Map(issues.toReversed().map(({ path, message }) => [path.map(String).join('.'), message]))
  const wasInvalid = new Set(schema.safeParse(sent).error?.issues.map(({ path }) => path.map(String).join('.')))
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      const current = invalid.get(field)
      if (current) return [[field, current]]
      return !wasInvalid.has(field) && valueAt(now, field) === valueAt(sent, field) ? [[field, message]] : []
    }),
  )
}
