import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { errorBodySchema } from '#api/errors.ts'
import { endpoints } from '#api/index.ts'
import { openApiDocument } from '#api/openapi.ts'
import type { Answer, AnswerOf } from './answers.ts'

const { paths } = openApiDocument(endpoints, 'https://alpine.shop')

const calls = endpoints.map(({ method, path, audience, optionalToken, answer, current }) => ({
  method: method.toUpperCase(),
  name: `${method.toUpperCase()} ${path}`,
  answer,
  refusal: errorBodySchema.extend({ current: (current ?? z.undefined()).optional() }),
  pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  readsToken: audience !== 'public' || optionalToken,
  statuses: Object.keys(paths[`/api${path}`]?.[method]?.responses ?? {}),
}))

function callTo(target: string, method: string) {
  const [path = ''] = target.split('?')
  return calls.find((each) => each.method === method.replace('HEAD', 'GET') && each.pattern.test(path))
}

/** Throws where a call of the API answers in a way that the OpenAPI document does not describe. */
export function expectDocumented(target: string, method: string, { status, headers }: Response): void {
  const call = callTo(target, method)
  if (!call || status === 304 || status === 500) return
  const { name } = call
  if (!call.statuses.includes(String(status))) {
    throw new Error(`${name} answered ${status}, which the OpenAPI document lacks: declare it in \`errors\``)
  }
  if (!call.readsToken && headers.get('vary')?.includes('Authorization')) {
    throw new Error(`${name} reads the token, which the OpenAPI document lacks: declare it with \`optionalToken\``)
  }
}

/** The answer to a call. Throws where its JSON is not what the schema of the call says, no less and no more. */
export async function readAnswer<M extends string, Target extends string>(
  method: M,
  target: Target,
  response: Response,
): Promise<Answer<M, Target>> {
  const { status } = response
  return { status, body: checkedBody(method, target, status, await response.json()) } as Answer<M, Target>
}

/** What a call has answered, where the test reads it from a socket of its own. */
export function parseAnswer<const Target extends string>(target: Target, text: string): AnswerOf<'GET', Target> {
  return checkedBody('GET', target, 200, JSON.parse(text)) as AnswerOf<'GET', Target>
}

function checkedBody(method: string, target: string, status: number, body: unknown): unknown {
  const call = callTo(target, method.toUpperCase())
  if (!call) return body
  const { name, answer, refusal } = call
  const { success, data, error } = (status < 400 ? (answer ?? z.undefined()) : refusal).safeParse(body)
  if (!success) throw new Error(`${name} answered ${status} with another body than its schema says: ${error.message}`)
  if (!isDeepStrictEqual(data, body)) throw new Error(`${name} answered ${status} with more than its schema says`)
  return status < 400 ? body : refusedBody(name, answer, body as object)
}

/** Reading a field of the answer from a refusal would give `undefined`, which a test could compare with another one. */
function refusedBody(name: string, answer: z.ZodType | undefined, body: object): object {
  for (const field of answer instanceof z.ZodObject ? Object.keys(answer.shape) : ['length', '0']) {
    if (field in body) continue
    const get = () => {
      throw new Error(`${name} was refused, so there is no \`${field}\``)
    }
    Object.defineProperty(body, field, { get, enumerable: false })
  }
  return body
}
