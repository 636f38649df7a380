import type { RenderPage } from '#server/pages.ts'

export type CountedPages = { render: RenderPage; renderedPaths: string[] }

/** A fake renderer that records the path of each rendering; `count` is the number of renderings so far. */
export function recordingRenderer(
  make: (request: Request, count: number) => Response | Promise<Response>,
): CountedPages {
  const renderedPaths: string[] = []
  const render: RenderPage = async (request) => {
    const { pathname, search } = new URL(request.url)
    renderedPaths.push(pathname + search)
    return make(request, renderedPaths.length)
  }
  return { render, renderedPaths }
}

export function htmlPage(body: string, init: ResponseInit = {}): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...init.headers }
  return new Response(`<!doctype html><html lang="en"><title>A page</title><body>${body}</body></html>`, {
    ...init,
    headers,
  })
}
