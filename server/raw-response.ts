import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { requestId } from './request-id.ts'

export const keepAliveSeconds = 65

/** The beginning of an answer as it travels, written once for many. */
export function headLines(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`
}

type Prepared = { status: number; headers: Record<string, string>; head: string; body: Buffer | null }

/** An answer that was prepared once for many, straight on Node's own request. */
export function sendPrepared(request: IncomingMessage, response: ServerResponse, answer: Prepared): void {
  const { status, headers, head, body } = answer
  const id = requestId(String(request.headers['x-request-id'] ?? ''))
  if (takesQuickAnswer(request, response)) sendQuickly(response, head, id, body)
  else response.writeHead(status, { ...headers, 'X-Request-Id': id }).end(body ?? undefined)
}

/** Only to a visitor who keeps the connection open, while we do; for others Node must write the head itself. */
function takesQuickAnswer(request: IncomingMessage, response: ServerResponse): boolean {
  return response.shouldKeepAlive && request.httpVersion === '1.1' && !response.hasHeader('Connection')
}

/**
 * Puts the head where Node would have put its own, which checks and joins every header for every answer. All else,
 * such as the order of answers on one connection, stays with Node.
 */
function sendQuickly(response: ServerResponse, head: string, id: string, body: Buffer | null): void {
  const prepared: ServerResponse & { _header?: string } = response
  prepared._header = `${head}X-Request-Id: ${id}\r\n${dateLine()}Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`
  prepared.end(body ?? undefined)
}

let writtenAt = 0
let written = ''

function dateLine(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== writtenAt) {
    writtenAt = second
    written = `Date: ${new Date(second * 1000).toUTCString()}\r\n`
  }
  return written
}
