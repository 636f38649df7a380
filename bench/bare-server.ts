import { createServer } from 'node:http'

export type BarePage = { path: string; headers: Record<string, string>; body: Uint8Array }

/** The minimum work for Node to send these pages, as a baseline for the page cache. */
function serve(pages: BarePage[]): void {
  const byPath = new Map(pages.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body) }]))
  const server = createServer((request, response) => {
    const page = byPath.get(request.url ?? '')
    if (!page) return void response.writeHead(404).end()
    response.writeHead(200, page.headers)
    response.end(page.body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address) process.send?.(address.port)
  })
}

process.on('message', (command: BarePage[] | 'cpu') => {
  if (command !== 'cpu') return serve(command)
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1e6)
})
