import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { requestId } from './request-id.ts'

export const keepAliveSeconds = 65

/** The status line and headers of a response as HTTP text. */
export function headLines(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`
}

type Prepared = { status: number; headers: Record<string, string>; head: string; body: Buffer | null }

/** Sends a cached response through Node's response object, without Hono. */
export function sendPrepared(request: IncomingMessage, response: ServerResponse, prepared: Prepared): void {
  const { status, headers, head, body } = prepared
  const id = requestId(String(request.headers['x-request-id'] ?? ''))
  if (canSendRaw(request, response)) sendRaw(response, head, id, body)
  else response.writeHead(status, { ...headers, 'X-Request-Id': id }).end(body ?? undefined)
}

/** Only for keep-alive connections; for others Node must write the headers itself. */
function canSendRaw(request: IncomingMessage, response: ServerResponse): boolean {
  return response.shouldKeepAlive && request.httpVersion === '1.1' && !response.hasHeader('Connection')
}

/**
 * Sets the prepared head in place of Node's, which validates and joins every header for every response. Node still does
 * the rest, such as the order of responses on one connection.
 */
function sendRaw(response: ServerResponse, head: string, id: string, body: Buffer | null): void {
  const rawResponse: ServerResponse & { _header?: string } = response
  rawResponse._header = `${head}X-Request-Id: ${id}\r\n${dateLine()}Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`
  rawResponse.end(body ?? undefined)
}

let cachedSecond = 0
let cachedLine = ''

function dateLine(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== cachedSecond) {
    cachedSecond = second
    cachedLine = `Date: ${new Date(second * 1000).toUTCString()}\r\n`
  }
  return cachedLine
}
