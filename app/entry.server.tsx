import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { documentContext, shopContext } from './lib/shop-context.server.ts'
import { renderDocument } from './render-document.server.tsx'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  await readData(routerContext)
  const context = withMatchedRoutes(routerContext)
  const page = await renderDocument((nonce) => <ServerRouter context={context} url={request.url} nonce={nonce} />)
  loadContext.set(documentContext, page)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

/** Reads the loaders' data before rendering, to where the router looks for them: React then never waits. */
async function readData({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  const reader = serverHandoffStream?.getReader()
  if (!reader || !renderMeta) return
  const parts: NonNullable<typeof renderMeta.streamCache> = {}
  const decoder = new TextDecoder()
  for (let index = 0, done = false; !done; index++) {
    const part = await reader.read()
    done = part.done
    const value = decoder.decode(part.value, { stream: !done })
    parts[index] = Object.assign(Promise.resolve(), { result: { done, value } })
  }
  reader.releaseLock()
  renderMeta.streamCache = parts
}

/** The router prepares every route that it is told of; a page needs only its own. */
function withMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const matched = staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(matched.map((id) => [id, manifest.routes[id]]))
  return { ...context, manifest: { ...manifest, routes } }
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
