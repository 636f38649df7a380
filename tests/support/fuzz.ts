import fc from 'fast-check'

export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  pattern?: string
  format?: string
}

export type Schemas = Record<string, Schema>

const awkwardText = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u2028',
  '\r\nBcc: everybody@people.example',
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '</script>',
  '=cmd()',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'NaN',
  '1e309',
  '-0',
  '9'.repeat(400),
  'é'.repeat(3_000),
  '👩‍👩‍👧‍👦',
]

const awkwardNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324]

/** Values that no schema expects. */
export const wild: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...awkwardText, ...awkwardNumbers, null, true, [], {}, [[[]]]),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constant(JSON.parse('{"__proto__": {"role": "Admin"}, "constructor": {"prototype": {"role": "Admin"}}}')),
)

/** Mostly valid values; one in eight is unexpected, at every depth. */
export function mostlyValid(schema: Schema | undefined, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> {
  if (!schema || depth > 6) return wild
  const within = (inner: Schema | undefined) => mostlyValid(inner, schemas, depth + 1)
  return fc.oneof(
    { weight: 7, arbitrary: arbitraryFor(schema, schemas, { within, isWhole: false }) },
    { weight: 1, arbitrary: wild },
  )
}

/** Only valid values, with every optional property. */
export function valid(schema: Schema | undefined, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> {
  if (!schema || depth > 6) return fc.constant(null)
  const within = (inner: Schema | undefined) => valid(inner, schemas, depth + 1)
  return arbitraryFor(schema, schemas, { within, isWhole: true })
}

type Inner = { within: (inner: Schema | undefined) => fc.Arbitrary<unknown>; isWhole: boolean }

function arbitraryFor(schema: Schema, schemas: Schemas, inner: Inner): fc.Arbitrary<unknown> {
  if (schema.$ref) return inner.within(schemas[schema.$ref.split('/').at(-1) ?? ''])
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (options) {
    // Null and empty text contain no value to replace.
    const nonEmpty = options.filter(({ type, const: only }) => type !== 'null' && only !== '')
    return fc.oneof(...(inner.isWhole && nonEmpty.length > 0 ? nonEmpty : options).map(inner.within))
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return fc.oneof(...types.map((type) => ofType(type, schema, inner)))
}

function ofType(type: string | undefined, schema: Schema, { within, isWhole }: Inner): fc.Arbitrary<unknown> {
  if (type === 'string') return texts(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number') {
    const min = Math.ceil(schema.minimum ?? schema.exclusiveMinimum ?? -1000)
    return fc.integer({ min, max: Math.max(min, Math.min(schema.maximum ?? 1000, 2 ** 31)) })
  }
  if (type === 'array') {
    const length = isWhole ? Math.max(1, schema.minItems ?? 1) : Math.min(schema.maxItems ?? 5, 5)
    return fc.array(within(schema.items), { minLength: isWhole ? length : 0, maxLength: length })
  }
  if (type !== 'object') return isWhole ? fc.constant(null) : wild
  const model = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, within(inner)]),
  )
  return fc.record(model, isWhole ? {} : { requiredKeys: (schema.required ?? []).filter((name) => name in model) })
}

const moments = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

function texts({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'email') return fc.emailAddress()
  if (format === 'uuid') return fc.uuid()
  if (format === 'uri') return fc.webUrl()
  if (format === 'date') return moments.map((moment) => moment.slice(0, 10))
  if (format === 'date-time') return moments
  const plain = fc.string({
    minLength: Math.min(minLength, 100),
    maxLength: Math.max(minLength, Math.min(maxLength, 100)),
  })
  if (!pattern) return plain
  try {
    return fc.oneof(fc.stringMatching(new RegExp(pattern)), plain)
  } catch {
    return plain
  }
}
