import * as z from 'zod/mini'

export type Json = Record<string, unknown>
type Io = 'input' | 'output'

/** JSON Schema 2020-12, as OpenAPI 3.1 needs it, with rules that Zod omits. */
export function toJsonSchema(schema: z.ZodMiniType, io: Io): Json {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      dropSafeIntegerBounds(jsonSchema)
      if (def.type === 'file') delete jsonSchema.contentEncoding
      if (def.type === 'pipe' && io === 'input') addOutputRules(jsonSchema, def.out as z.ZodMiniType)
    },
  }) as Json
}

/** Zod adds the safe integer range to every integer, which is not a rule of the field. */
function dropSafeIntegerBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** Text is trimmed first and checked afterwards, so the later rules also apply to trimmed input. */
function addOutputRules(schema: z.core.JSONSchema.BaseSchema, output: z.ZodMiniType): void {
  const rules = toJsonSchema(output, 'input') as z.core.JSONSchema.BaseSchema
  if (![schema.type].flat().includes('string') || rules.type !== 'string') return
  const minLength = Math.max(schema.minLength ?? 0, rules.minLength ?? 0)
  const maxLength = Math.min(schema.maxLength ?? Number.POSITIVE_INFINITY, rules.maxLength ?? Number.POSITIVE_INFINITY)
  if (minLength > 0) schema.minLength = minLength
  if (Number.isFinite(maxLength)) schema.maxLength = maxLength
  for (const key of ['format', 'pattern', 'enum', 'const'] as const) {
    if (schema[key] === undefined && rules[key] !== undefined) schema[key] = rules[key] as never
  }
}
