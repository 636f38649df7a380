import type { RenderPage } from '#server/pages.ts'

export type CountedPages = { render: RenderPage; asked: string[] }

/** Pages that say how often they were made; `make` may change what is answered. */
export function countedPages(make: (request: Request, count: number) => Response | Promise<Response>): CountedPages {
  const asked: string[] = []
  const render: RenderPage = async (request) => {
    const { pathname, search } = new URL(request.url)
    asked.push(pathname + search)
    return make(request, asked.length)
  }
  return { render, asked }
}

export function htmlPage(body: string, init: ResponseInit = {}): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...init.headers }
  return new Response(`<!doctype html><html lang="en"><title>A page</title><body>${body}</body></html>`, {
    ...init,
    headers,
  })
}
