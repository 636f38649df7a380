import type { RenderPage } from '#server/pages.ts'

type Page = Awaited<ReturnType<RenderPage>>

export type CountedPages = { render: RenderPage; renderedPaths: string[] }

/** A fake renderer that records the path of each rendering; `count` is the number of renderings so far. */
export function recordingRenderer(make: (request: Request, count: number) => Page | Promise<Page>): CountedPages {
  const renderedPaths: string[] = []
  const render: RenderPage = async (request) => {
    const { pathname, search } = new URL(request.url)
    renderedPaths.push(pathname + search)
    return make(request, renderedPaths.length)
  }
  return { render, renderedPaths }
}

export function htmlPage(content: string, { headers, ...rest }: Partial<Page> = {}): Page {
  const body = Buffer.from(`<!doctype html><html lang="en"><title>A page</title><body>${content}</body></html>`)
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', ...Object.fromEntries(new Headers(headers)) },
    body,
    scriptHashes: [],
    ...rest,
  }
}
