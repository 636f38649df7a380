export type SchemaNode = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, SchemaNode>
  required?: string[]
  items?: SchemaNode
  anyOf?: SchemaNode[]
  enum?: unknown[]
  const?: unknown
  description?: string
  default?: unknown
  [rule: string]: unknown
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** Escapes text and turns backticks into code elements. */
export function inlineCodeHtml(text: string): string {
  const parts = escapeHtml(text).split('`')
  return parts.map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : part)).join('')
}

/** A schema in one line, with links to named schemas. */
export function typeHtml(schema: SchemaNode): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(', ')
  if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.anyOf) return schema.anyOf.map(typeHtml).join(' or ')
  if (schema.items) return `list of ${typeHtml(schema.items)}`
  if (schema.format === 'binary') return 'file'
  return [schema.type ?? 'any value'].flat().join(' or ')
}

const labels: Record<string, string> = {
  format: 'format',
  minLength: 'min. length',
  maxLength: 'max. length',
  minimum: 'min.',
  exclusiveMinimum: 'above',
  maximum: 'max.',
  minItems: 'min. items',
  maxItems: 'max. items',
  pattern: 'pattern',
  default: 'default',
}

function rulesHtml(schema: SchemaNode, isRequired: boolean): string {
  const hidden = schema.format ? ['pattern', ...(schema.format === 'binary' ? ['format'] : [])] : []
  const rules = Object.entries(labels)
    .filter(([key]) => schema[key] !== undefined && !hidden.includes(key))
    .map(([key, label]) => {
      const value = schema[key]
      return `${label} <code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`
    })
  const description = schema.description ? [inlineCodeHtml(schema.description)] : []
  return [...(isRequired ? ['<b>required</b>'] : []), ...rules, ...description].join('; ')
}

type Row = { path: string; type: string; rules: string }

/** The properties of an object and of the objects inside it, by their path. */
export function schemaRows(schema: SchemaNode, prefix = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix + name
    const isRequired = schema.required?.includes(name) ?? false
    const row = { path, type: typeHtml(property), rules: rulesHtml(property, isRequired) }
    return [row, ...innerRows(property, path)]
  })
}

function innerRows(schema: SchemaNode, path: string): Row[] {
  const inner = [schema, ...(schema.anyOf ?? [])].flatMap((each) =>
    each.items ? schemaRows(each.items, `${path}[].`) : schemaRows(each, `${path}.`),
  )
  return inner
}
