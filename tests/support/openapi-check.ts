import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { errorBodySchema } from '#api/errors.ts'
import { endpoints } from '#api/index.ts'
import { openApiDocument } from '#api/openapi.ts'
import type { ResponseBodyOf, TestResponse } from './response-types.ts'

const { paths } = openApiDocument(endpoints, 'https://alpine.shop')

const calls = endpoints.map(({ method, path, audience, optionalToken, answer, current }) => ({
  method: method.toUpperCase(),
  name: `${method.toUpperCase()} ${path}`,
  answer,
  refusal: z.extend(errorBodySchema, { current: z.optional(current ?? z.undefined()) }),
  pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  readsToken: audience !== 'public' || optionalToken,
  statuses: Object.keys(paths[`/api${path}`]?.[method]?.responses ?? {}),
}))

function findEndpoint(target: string, method: string) {
  const [path = ''] = target.split('?')
  return calls.find((each) => each.method === method.replace('HEAD', 'GET') && each.pattern.test(path))
}

/** Throws if the OpenAPI document does not describe the response. */
export function expectDocumented(target: string, method: string, { status, headers }: Response): void {
  const call = findEndpoint(target, method)
  if (!call || status === 304 || status === 500) return
  const { name } = call
  if (!call.statuses.includes(String(status))) {
    throw new Error(`${name} answered ${status}, which the OpenAPI document lacks: declare it in \`errors\``)
  }
  if (!call.readsToken && headers.get('vary')?.includes('Authorization')) {
    throw new Error(`${name} reads the token, which the OpenAPI document lacks: declare it with \`optionalToken\``)
  }
}

/** Parses a response. Throws if its JSON differs from the schema of the endpoint. */
export async function readResponse<M extends string, Target extends string>(
  method: M,
  target: Target,
  response: Response,
): Promise<TestResponse<M, Target>> {
  const { status } = response
  return { status, body: checkedBody(method, target, status, await response.json()) } as TestResponse<M, Target>
}

/** Parses the text of a response that a test read from its own socket. */
export function parseResponse<const Target extends string>(
  target: Target,
  text: string,
): ResponseBodyOf<'GET', Target> {
  return checkedBody('GET', target, 200, JSON.parse(text)) as ResponseBodyOf<'GET', Target>
}

function checkedBody(method: string, target: string, status: number, body: unknown): unknown {
  const call = findEndpoint(target, method.toUpperCase())
  if (!call) return body
  const { name, answer, refusal } = call
  const { success, data, error } = (status < 400 ? (answer ?? z.undefined()) : refusal).safeParse(body)
  if (!success)
    throw new Error(`${name} answered ${status} with a body that does not match its schema: ${error.message}`)
  if (!isDeepStrictEqual(data, body)) throw new Error(`${name} answered ${status} with fields that its schema lacks`)
  return status < 400 ? body : refusedBody(name, answer, body as object)
}

/** Reading a field of the success body from an error throws, because comparing `undefined` with `undefined` would pass. */
function refusedBody(name: string, answer: z.ZodMiniType | undefined, body: object): object {
  for (const field of answer instanceof z.ZodMiniObject ? Object.keys(answer.shape) : ['length', '0']) {
    if (field in body) continue
    const get = () => {
      throw new Error(`${name} returned an error, so there is no \`${field}\``)
    }
    Object.defineProperty(body, field, { get, enumerable: false })
  }
  return body
}
