import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Settings } from '#platform/env.server.ts'
import { errorBody, httpStatus, ShopError } from '#shared/errors.ts'
import { contentSecurityPolicy, securityHeaders } from './headers.ts'
import { headLines } from './raw-response.ts'
import { requestId } from './request-id.ts'

const longestTarget = 4 * 1024
const mostHeaderBytes = 16 * 1024
/** The parser counts target and headers together; it reads twice as much, so that each is refused with its own status. */
export const parserBytes = 2 * (longestTarget + mostHeaderBytes)
/** Closing while the client still sends would reset the connection, and the client would not see the answer. */
const lingerMs = 1_000

const targetTooLong = new ShopError('targetTooLong', 'This address is too long.')
const headersTooLarge = new ShopError('headersTooLarge', 'The headers of this request are too large.')
const tooSlow = new ShopError('requestTimeout', 'This request took too long to arrive.')
const unreadable = new ShopError('invalid', 'This request could not be read.')

type ParserError = Error & { code?: string; rawPacket?: Buffer }

/** Refuses what is too large to be routed, and what is no HTTP at all. */
export class RequestLimits {
  readonly #headers: Record<string, string>
  readonly #onRefused: (method: string, status: number) => void

  constructor(settings: Settings, onRefused: (method: string, status: number) => void = () => {}) {
    this.#headers = {
      ...securityHeaders(settings),
      'Content-Security-Policy': contentSecurityPolicy([], settings),
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      Connection: 'close',
    }
    this.#onRefused = onRefused
  }

  /** True when the request has been refused. */
  sendRefusal(request: IncomingMessage, response: ServerResponse): boolean {
    const error = oversized(request)
    if (!error) return false
    const status = httpStatus[error.code]
    this.#onRefused(request.method ?? '', status)
    const id = requestId(String(request.headers['x-request-id'] ?? ''))
    const body = JSON.stringify(errorBody(error))
    response.writeHead(status, this.#headersFor(body, id)).end(body)
    return true
  }

  /** For `clientError`: the parser has given up, so the answer is written on the socket itself. */
  answerParserError(cause: ParserError, socket: Duplex & { _httpMessage?: ServerResponse | null }): void {
    if (!socket.writable || socket.writableEnded) return
    if (cause.code === 'ECONNRESET' || socket._httpMessage?.headersSent) return void socket.destroy()
    const error = parserRefusal(cause)
    const status = httpStatus[error.code]
    this.#onRefused('', status)
    const body = JSON.stringify(errorBody(error))
    socket.end(`${headLines(status, this.#headersFor(body, randomUUID()))}\r\n${body}`)
    socket.resume()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }

  #headersFor(body: string, id: string): Record<string, string> {
    return { ...this.#headers, 'Content-Length': String(Buffer.byteLength(body)), 'X-Request-Id': id }
  }
}

function oversized({ url = '', rawHeaders }: IncomingMessage): ShopError | undefined {
  if (url.length > longestTarget) return targetTooLong
  // Each header travels with a colon, a space and a line end.
  const bytes = rawHeaders.reduce((sum, part) => sum + part.length + 2, 0)
  return bytes > mostHeaderBytes ? headersTooLarge : undefined
}

function parserRefusal({ code, rawPacket }: ParserError): ShopError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow
  if (code !== 'HPE_HEADER_OVERFLOW') return unreadable
  return rawPacket && isInTarget(rawPacket) ? targetTooLong : headersTooLarge
}

/** Whether a packet begins with a request line that goes on for longer than a target may be. */
function isInTarget(packet: Buffer): boolean {
  const beginning = packet.subarray(0, longestTarget).toString('latin1')
  return /^[A-Z]{3,16} /.test(beginning) && !beginning.includes('\n')
}
