import type { IncomingMessage } from 'node:http'
import { ShopError } from '#shared/errors.ts'

export const maxBodyBytes = 1024 * 1024
export const maxUploadMs = 10 * 60_000

/** A body may take `graceMs` plus its size divided by this rate. */
type MinimumRate = { graceMs: number; bytesPerSecond: number }
export type BodyTimes = { normal: MinimumRate; upload: MinimumRate }

const defaultTimes: BodyTimes = {
  normal: { graceMs: 5_000, bytesPerSecond: 16 * 1024 },
  upload: { graceMs: 30_000, bytesPerSecond: 16 * 1024 },
}
const maxBufferedBytes = 64 * 1024 * 1024

export const bodyTooLarge = () => new ShopError('tooLarge', 'This request is too large.')
const tooSlow = () => new ShopError('requestTimeout', 'Your request arrived too slowly. Please try again.')
const bodyMemoryFull = () =>
  new ShopError('unavailable', 'The shop is receiving too many large requests. Please try again shortly.', {
    retryAfterSeconds: 5,
  })
const bodyAborted = () => new ShopError('invalid', 'This request could not be read.')

type IncomingBody = { received: number; fail(error: ShopError): void }

/** Receives request bodies within limits of size, time and memory. */
export class RequestBodies {
  readonly #times: BodyTimes
  readonly #maxBufferedBytes: number
  readonly #timers = new WeakMap<IncomingMessage, BodyTimer>()
  readonly #incoming = new Set<IncomingBody>()
  #buffered = 0

  constructor(times: BodyTimes = defaultTimes, maxBytes: number = maxBufferedBytes) {
    this.#times = times
    this.#maxBufferedBytes = maxBytes
  }

  /** Starts the deadline of a body, if there is one. It also applies if nothing reads the body. */
  watch(request: IncomingMessage): void {
    if (hasBody(request)) this.#timerOf(request)
  }

  allowUpload(request: IncomingMessage): void {
    this.#timerOf(request).allow(this.#times.upload)
    // An import may process the received file for minutes without traffic on the connection.
    request.socket.setTimeout(maxUploadMs)
  }

  /** Reads the whole body into `rawBody`, where Hono's Node adapter looks for it. */
  async receive(request: IncomingMessage & { rawBody?: Buffer }): Promise<void> {
    if (!hasBody(request)) return
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw bodyTooLarge()
    request.rawBody = await this.#read(request)
  }

  #read(request: IncomingMessage): Promise<Buffer> {
    const timer = this.#timerOf(request)
    const chunks: Buffer[] = []
    return new Promise<Buffer>((resolve, reject) => {
      const settle = (then: () => void) => {
        if (!this.#incoming.delete(body)) return
        this.#buffered -= body.received
        request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
        then()
      }
      const body: IncomingBody = {
        received: 0,
        fail: (error) =>
          settle(() => {
            request.pause()
            reject(error)
          }),
      }
      const onData = (chunk: Buffer) => {
        chunks.push(chunk)
        body.received += chunk.length
        this.#buffered += chunk.length
        if (body.received > maxBodyBytes) body.fail(bodyTooLarge())
        else this.#limitMemory()
      }
      const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
      const onClose = () => body.fail(bodyAborted())
      this.#incoming.add(body)
      timer.onTooSlow = () => body.fail(tooSlow())
      request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
      if (request.destroyed) onClose()
    })
  }

  /** Drops the largest unfinished body first: shoppers send small ones. */
  #limitMemory(): void {
    while (this.#buffered > this.#maxBufferedBytes) {
      let largest: IncomingBody | undefined
      for (const each of this.#incoming) if (!largest || each.received > largest.received) largest = each
      if (!largest) return
      largest.fail(bodyMemoryFull())
    }
  }

  #timerOf(request: IncomingMessage): BodyTimer {
    let timer = this.#timers.get(request)
    if (!timer) {
      timer = new BodyTimer(request, this.#times.normal)
      this.#timers.set(request, timer)
    }
    return timer
  }
}

/** Node's timeout is the same for every request, so each body needs its own timer. */
class BodyTimer {
  onTooSlow: () => void
  readonly #request: IncomingMessage
  readonly #startedAt = performance.now()
  readonly #bytesBefore: number
  #rate: MinimumRate
  #timer: NodeJS.Timeout

  constructor(request: IncomingMessage, rate: MinimumRate) {
    this.#rate = rate
    this.onTooSlow = () => request.socket.destroy()
    this.#request = request
    this.#bytesBefore = request.socket.bytesRead
    this.#timer = setTimeout(this.#check, rate.graceMs)
    request.once('close', () => clearTimeout(this.#timer))
  }

  allow(rate: MinimumRate): void {
    this.#rate = rate
    clearTimeout(this.#timer)
    this.#check()
  }

  readonly #check = () => {
    if (this.#request.complete) return
    const elapsed = performance.now() - this.#startedAt
    const received = this.#request.socket.bytesRead - this.#bytesBefore
    const remainingMs = this.#rate.graceMs + (received / this.#rate.bytesPerSecond) * 1000 - elapsed
    if (remainingMs <= 0) this.onTooSlow()
    else this.#timer = setTimeout(this.#check, remainingMs)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}
