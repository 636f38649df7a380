import * as z from 'zod/mini'
import type { Audience } from '#shared/endpoint.ts'
import { rights } from '#shared/rights.ts'
import type { Endpoint } from './endpoint.ts'
import { errorBodySchema } from './errors.ts'
import { type Json, toJsonSchema } from './json-schema.ts'
import { asJson, callErrors, errorResponses, sharedResponses } from './openapi-errors.ts'
import { tagOf, tags } from './tags.ts'

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Json }
type Content = Record<string, { schema: Json; encoding?: Json }>
export type ApiResponse = { $ref?: string; description?: string; content?: Content }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-audience': Audience
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; description?: string; content: Content }
  responses: Record<string, ApiResponse>
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Json>
    responses: Record<string, ApiResponse>
    securitySchemes: Record<string, Json>
  }
}

function audienceText(audience: Audience): string {
  if (audience === 'public') return 'Open to everyone.'
  if (audience === 'customer') return 'For signed-in customers.'
  return `For ${new Intl.ListFormat('en').format(rights[audience].roles.map((role) => `${role.toLowerCase()}s`))}.`
}

const token = { token: [] }

const successes: Record<NonNullable<Endpoint['status']>, Json> = {
  200: { description: 'Success' },
  201: { description: 'Created' },
  204: { description: 'Success, without a body' },
  302: {
    description: 'Redirect',
    headers: { Location: { description: 'The redirect URL.', schema: { type: 'string', format: 'uri-reference' } } },
  },
}

/** Schemas with an id move to `components`. */
export function openApiDocument(endpoints: readonly Endpoint[], siteUrl: string): OpenApiDocument {
  const schemas: Record<string, Json> = {}
  const define = (name: string, schema: Json) => {
    if (schemas[name] && JSON.stringify(schemas[name]) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas have the id ${name}: a request body and a response need different ids`)
    }
    schemas[name] = schema
  }
  const describe = (schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): Json => {
    const text = JSON.stringify(toJsonSchema(schema, io)).replaceAll('#/$defs/', '#/components/schemas/')
    const { $schema: _, $defs = {}, ...own } = JSON.parse(text) as Json & { $defs?: Record<string, Json> }
    for (const [name, { id: _id, ...inner }] of Object.entries($defs)) define(name, inner)
    return own
  }

  const parametersOf = (shape: z.ZodMiniObject | undefined, place: Parameter['in']): Parameter[] => {
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

  const operationOf = (endpoint: Endpoint): Operation => {
    const {
      operationId,
      path,
      audience,
      summary,
      optionalToken,
      answer,
      streamContentType,
      status = 200,
      current,
    } = endpoint
    const inPath = parametersOf(endpoint.params, 'path')
    const requestBody = requestBodyOf(endpoint, endpoint.body && describe(endpoint.body, 'input'))
    const conflict = current && describe(z.extend(errorBodySchema, { current: z.optional(current) }).check(z.meta({})))
    const content = answer
      ? asJson(describe(answer))
      : streamContentType
        ? { [streamContentType]: { schema: { type: 'string' } } }
        : {}
    return {
      operationId,
      tags: [tagOf(path)],
      summary,
      description: descriptionOf(endpoint),
      'x-audience': audience,
      security: audience !== 'public' ? [token] : optionalToken ? [{}, token] : [],
      parameters: [...inPath, ...parametersOf(endpoint.query, 'query'), ...parametersOf(endpoint.headers, 'header')],
      ...(requestBody && { requestBody }),
      responses: {
        [status]: { ...successes[status], ...(answer || streamContentType ? { content } : {}) },
        ...errorResponses(callErrors(endpoint, inPath), conflict),
      },
    }
  }

  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ALPINE API',
      version: '1',
      description:
        'The API of ALPINE, an online shop for crystals, jewellery and accessories from the Himalayas of Nepal.',
      contact: { name: 'ALPINE', url: siteUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: siteUrl }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      responses: sharedResponses(describe(errorBodySchema)),
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The `token` of a sign-in.' },
      },
    },
  }
}

function descriptionOf({ description, summary, audience, optionalToken, limit, upload }: Endpoint): string {
  const sentences = [
    description ?? `${summary}.`,
    audienceText(audience),
    ...(optionalToken ? ['A token is optional; with one, the response is for its account.'] : []),
    ...(upload ? [`The body is at most ${Math.round(upload.maxBytes / 1024 / 1024)} MB.`] : []),
    ...(limit ? ['Has a rate limit of its own.'] : []),
  ]
  return sentences.join(' ')
}

function requestBodyOf({ body, upload }: Endpoint, schema: Json | undefined): Operation['requestBody'] {
  if (upload?.type === 'text/csv') {
    const { type, description, example } = upload
    return { required: true, description, content: { [type]: { schema: { type: 'string', examples: [example] } } } }
  }
  if (!body || !schema) return undefined
  if (!upload) return { required: true, content: asJson(schema) }
  return { required: true, content: { [upload.type]: { schema, encoding: encodingOf(body) } } }
}

/** In a form, files are sent with the content type of their schema. */
function encodingOf(form: z.ZodMiniObject): Json {
  const parts = Object.entries(form.shape).map(([name, field]) => {
    const { contentMediaType, items } = toJsonSchema(field as z.ZodMiniType, 'input')
    return [name, contentMediaType ?? (items as Json | undefined)?.contentMediaType] as const
  })
  return Object.fromEntries(parts.filter(([, type]) => type).map(([name, contentType]) => [name, { contentType }]))
}
