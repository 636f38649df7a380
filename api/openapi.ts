import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { errorBodySchema } from './errors.ts'

type Json = Record<string, unknown>

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> }
}

/** Zod writes JSON Schema 2020-12, which is what OpenAPI 3.1 speaks; only shared schemas move to `components`. */
export function openApiDocument(endpoints: readonly Endpoint[], siteUrl: string): OpenApiDocument {
  const schemas: Record<string, Json> = {}
  const describe = (schema: z.ZodType, io: 'input' | 'output' = 'output'): Json => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io })).replaceAll('#/$defs/', '#/components/schemas/')
    const { $schema: _, $defs, ...own } = JSON.parse(text) as Json & { $defs?: Record<string, Json> }
    Object.assign(schemas, $defs)
    const { id, ...bare } = own
    if (typeof id !== 'string') return own
    schemas[id] = bare
    return { $ref: `#/components/schemas/${id}` }
  }

  const parametersOf = (shape: z.ZodObject | undefined, place: 'path' | 'query' | 'header'): Json[] => {
    if (!shape) return []
    const { properties = {}, required = [] } = describe(shape) as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || (required.includes(name) && !('default' in schema)),
      schema,
    }))
  }

  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const operation: Json = {
      summary: endpoint.summary,
      'x-audience': endpoint.audience,
      ...(endpoint.audience === 'public' ? {} : { security: [{ token: [] }] }),
      parameters: [
        ...parametersOf(endpoint.params, 'path'),
        ...parametersOf(endpoint.query, 'query'),
        ...parametersOf(endpoint.headers, 'header'),
      ],
      ...(endpoint.body
        ? {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: describe(endpoint.body, 'input') } },
            },
          }
        : {}),
      ...(endpoint.upload
        ? {
            requestBody: {
              required: true,
              content: { [endpoint.upload.type]: { schema: { type: 'string', format: 'binary' } } },
            },
          }
        : {}),
      responses: {
        [endpoint.status]: {
          description: endpoint.status === 302 ? 'Go there' : 'Done',
          ...(endpoint.answer ? { content: { 'application/json': { schema: describe(endpoint.answer) } } } : {}),
          ...(endpoint.streams ? { content: { [endpoint.streams]: { schema: { type: 'string' } } } } : {}),
        },
        default: {
          description: 'An error, in words a shopper understands',
          content: { 'application/json': { schema: describe(errorBodySchema) } },
        },
      },
    }
    paths[`/api${endpoint.path}`] = { ...paths[`/api${endpoint.path}`], [endpoint.method]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ALPINE',
      version: '1',
      description: 'Crystals, jewellery and accessories from the Himalayas of Nepal.',
    },
    servers: [{ url: siteUrl }],
    paths,
    components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}
