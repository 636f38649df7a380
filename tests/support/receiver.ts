import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: Buffer }

export type Receiver = {
  url: string
  received: ReceivedRequest[]
  /** Replaces the answer, which is 204 at first. */
  answer(respond: (response: ServerResponse, request: ReceivedRequest) => void): void
  close(): Promise<void>
}

/** Starts an HTTP server on loopback that stores what it receives. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = []
  let respond: Parameters<Receiver['answer']>[0] = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url: path = '', headers } = request
    const one = { path, headers, body: Buffer.concat(chunks) }
    received.push(one)
    respond(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => {
      respond = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
