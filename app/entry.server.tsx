import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { scriptHashesHeader } from './inline-scripts.server.ts'
import { shopContext } from './lib/shop-context.server.ts'
import { renderDocument } from './render-document.server.tsx'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const { html, hashes } = await renderDocument((nonce) => (
    <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
  ))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(scriptHashesHeader, hashes.join(' '))
  return new Response(html, { status, headers })
}

/** Logs rendering errors; loaders log their own. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context
    .get(shopContext)
    .log.error({ err: String(error), path: new URL(request.url).pathname }, 'page rendering failed')
}
