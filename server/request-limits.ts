import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Settings } from '#platform/env.server.ts'
import { errorBody, httpStatus, ShopError } from '#shared/errors.ts'
import { contentSecurityPolicy, securityHeaders } from './headers.ts'
import { requestId } from './request-id.ts'

const maxTargetLength = 4 * 1024
const maxHeaderBytes = 16 * 1024
/** Node's parser limits URL and headers together. Its limit is higher than ours, so that we can answer 414 or 431 ourselves. */
export const maxParserBytes = 2 * (maxTargetLength + maxHeaderBytes)
/** Closing while the client still sends resets the connection, and the client loses the response. */
const lingerMs = 1_000

const targetTooLong = new ShopError('targetTooLong', 'This URL is too long.')
const headersTooLarge = new ShopError('headersTooLarge', 'The headers of this request are too large.')
const tooSlow = new ShopError('requestTimeout', 'This request took too long to arrive.')
const unreadable = new ShopError('invalid', 'This request could not be read.')

type ParserError = Error & { code?: string; rawPacket?: Buffer }

/** Refuses requests with too long a URL or too large headers, and data that is not HTTP. */
export class RequestLimits {
  readonly #headers: Record<string, string>
  readonly #responses = new WeakMap<Duplex, ServerResponse[]>()
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

  /** Returns true if the request was refused. */
  rejectIfTooLarge(request: IncomingMessage, response: ServerResponse): boolean {
    this.#remember(response, request.socket)
    const error = findSizeError(request)
    if (!error) return false
    const status = httpStatus[error.code]
    this.#onRefused(request.method ?? '', status)
    const id = requestId(String(request.headers['x-request-id'] ?? ''))
    const body = JSON.stringify(errorBody(error))
    response.writeHead(status, this.#headersFor(body, id)).end(body)
    return true
  }

  /** Responses on a connection finish in order. */
  #remember(response: ServerResponse, socket: Duplex): void {
    const open = this.#responses.get(socket)
    if (!open) return void this.#responses.set(socket, [response])
    if (open.at(-1)?.writableFinished) open.length = 0
    open.push(response)
  }

  /** For `clientError`: there is no response object after a parser error, so the response is written to the socket. */
  sendParserError(cause: ParserError, socket: Duplex): void {
    if (!socket.writable || socket.writableEnded) return
    const isSending = ({ headersSent, writableFinished }: ServerResponse) => headersSent && !writableFinished
    if (cause.code === 'ECONNRESET' || this.#responses.get(socket)?.some(isSending)) return void socket.destroy()
    const error = toShopError(cause)
    const status = httpStatus[error.code]
    this.#onRefused('', status)
    const body = JSON.stringify(errorBody(error))
    const lines = Object.entries(this.#headersFor(body, randomUUID())).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.resume()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }

  #headersFor(body: string, id: string): Record<string, string> {
    return { ...this.#headers, 'Content-Length': String(Buffer.byteLength(body)), 'X-Request-Id': id }
  }
}

function findSizeError({ url = '', rawHeaders }: IncomingMessage): ShopError | undefined {
  if (url.length > maxTargetLength) return targetTooLong
  // Each header also has a colon, a space and a line end.
  const bytes = rawHeaders.reduce((sum, part) => sum + part.length + 2, 0)
  return bytes > maxHeaderBytes ? headersTooLarge : undefined
}

function toShopError({ code, rawPacket }: ParserError): ShopError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow
  if (code !== 'HPE_HEADER_OVERFLOW') return unreadable
  return rawPacket && hasTooLongUrl(rawPacket) ? targetTooLong : headersTooLarge
}

/** True if the packet starts with a request line longer than the URL limit. */
function hasTooLongUrl(packet: Buffer): boolean {
  const start = packet.subarray(0, maxTargetLength).toString('latin1')
  return /^[A-Z]{3,16} /.test(start) && !start.includes('\n')
}
