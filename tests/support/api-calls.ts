import { endpoints } from '#api/index.ts'
import { openApiDocument } from '#api/openapi.ts'
import type { Schema, Schemas } from './fuzz.ts'

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
export type Operation = {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
}

const { paths, components } = openApiDocument(endpoints, 'http://shop.test')

export const schemas = components.schemas as Schemas

/** Every operation of the OpenAPI document. */
export const calls = Object.entries(paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ verb, path, operation: operation as unknown as Operation })),
)

const encoded = (value: unknown) => encodeURIComponent(text(value).toWellFormed())
const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

// A URL drops the segments `.` and `..`, so they would reach a different path.
const asSegment = (value: unknown) => encoded(value).replace(/^\.{0,2}$/, '-')

export function targetOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => asSegment(params[name]))
  const search = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => `${name}=${encoded(each)}`))
    .join('&')
  return search ? `${filled}?${search}` : filled
}

export function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, encoded(value).slice(0, 300)]))
}
