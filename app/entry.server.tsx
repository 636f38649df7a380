import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { lateScripts } from './late-scripts.server.ts'
import { shopContext } from './lib/shop-context.server.ts'

const renderWithinMs = 10_000

/** The whole page is gathered before it is sent: it is kept, hashed for its policy and compressed as one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const page = await renderWhole(<ServerRouter context={routerContext} url={request.url} />)
  const html = import.meta.env.PROD ? lateScripts(page) : page
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

function renderWhole(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        clearTimeout(timer)
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady: () => pipe(sink),
      // Every part stands in its own place, also for whoever runs no scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError: reject,
    })
    const timer = setTimeout(() => abort(new Error('The page took too long to render')), renderWithinMs)
  })
}

/** Loaders have already told the log what they met; this is for what broke while rendering. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(shopContext).log.error({ err: String(error), path: new URL(request.url).pathname }, 'a page failed')
}
