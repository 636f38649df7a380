import { endpoints } from '#api/index.ts'
import { openApiDocument } from '#api/openapi.ts'

const { paths } = openApiDocument(endpoints, 'https://alpine.shop')

const calls = endpoints.map(({ method, path, audience, optionalToken }) => ({
  method: method.toUpperCase(),
  path,
  pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  readsToken: audience !== 'public' || optionalToken,
  statuses: Object.keys(paths[`/api${path}`]?.[method]?.responses ?? {}),
}))

/** Throws where a call of the API answers in a way that the OpenAPI document does not describe. */
export function expectDocumented(target: string, method: string, { status, headers }: Response): void {
  const [path = ''] = target.split('?')
  const call = calls.find((each) => each.method === method.replace('HEAD', 'GET') && each.pattern.test(path))
  if (!call || status === 304 || status === 500) return
  const name = `${call.method} ${call.path}`
  if (!call.statuses.includes(String(status))) {
    throw new Error(`${name} answered ${status}, which the OpenAPI document lacks: declare it in \`errors\``)
  }
  if (!call.readsToken && headers.get('vary')?.includes('Authorization')) {
    throw new Error(`${name} reads the token, which the OpenAPI document lacks: declare it with \`optionalToken\``)
  }
}
