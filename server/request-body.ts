import type { IncomingMessage } from 'node:http'
import { ShopError } from '#shared/errors.ts'

export const largestBody = 1024 * 1024
export const longestUploadMs = 10 * 60_000

/** A body may take `graceMs`, and then as long as it arrives at this rate or faster. */
type Pace = { graceMs: number; bytesPerSecond: number }
export type BodyTimes = { normal: Pace; upload: Pace }

const defaultTimes: BodyTimes = {
  normal: { graceMs: 5_000, bytesPerSecond: 16 * 1024 },
  upload: { graceMs: 30_000, bytesPerSecond: 16 * 1024 },
}
const mostBuffered = 64 * 1024 * 1024

export const bodyTooLarge = () => new ShopError('tooLarge', 'That is too much to send at once.')
const tooSlow = () => new ShopError('requestTimeout', 'Your request arrived too slowly. Please try again.')
const bodyMemoryFull = () =>
  new ShopError('unavailable', 'Many large requests arrive at this moment. Please try again shortly.', {
    retryAfterSeconds: 5,
  })
const bodyAborted = () => new ShopError('invalid', 'This request could not be read.')

type Arriving = { received: number; fail(error: ShopError): void }

/** Receives request bodies within bounds of size, time and memory. */
export class RequestBodies {
  readonly #times: BodyTimes
  readonly #mostBuffered: number
  readonly #timers = new WeakMap<IncomingMessage, BodyTimer>()
  readonly #arriving = new Set<Arriving>()
  #buffered = 0

  constructor(times: BodyTimes = defaultTimes, most: number = mostBuffered) {
    this.#times = times
    this.#mostBuffered = most
  }

  /** Starts the deadline of a body, if there is one. It holds whether or not anybody reads the body. */
  watch(request: IncomingMessage): void {
    if (hasBody(request)) this.#timerOf(request)
  }

  allowUpload(request: IncomingMessage): void {
    this.#timerOf(request).allow(this.#times.upload)
    // An import may work for minutes on what it has received, without a byte in either direction.
    request.socket.setTimeout(longestUploadMs)
  }

  /** Reads the whole body and leaves it where the adapter of Hono looks for it. */
  async receive(request: IncomingMessage & { rawBody?: Buffer }): Promise<void> {
    if (!hasBody(request)) return
    if (Number(request.headers['content-length'] ?? 0) > largestBody) throw bodyTooLarge()
    request.rawBody = await this.#read(request)
  }

  #read(request: IncomingMessage): Promise<Buffer> {
    const timer = this.#timerOf(request)
    const chunks: Buffer[] = []
    return new Promise<Buffer>((resolve, reject) => {
      const settle = (then: () => void) => {
        if (!this.#arriving.delete(body)) return
        this.#buffered -= body.received
        request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
        then()
      }
      const body: Arriving = {
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
        if (body.received > largestBody) body.fail(bodyTooLarge())
        else this.#keepWithinMemory()
      }
      const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
      const onClose = () => body.fail(bodyAborted())
      this.#arriving.add(body)
      timer.onTooSlow = () => body.fail(tooSlow())
      request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
      if (request.destroyed) onClose()
    })
  }

  /** The largest unfinished body goes first: what shoppers send is small. */
  #keepWithinMemory(): void {
    while (this.#buffered > this.#mostBuffered) {
      let largest: Arriving | undefined
      for (const each of this.#arriving) if (!largest || each.received > largest.received) largest = each
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

/** Node's own timeout is the same for every request, so each body has a timer. */
class BodyTimer {
  onTooSlow: () => void
  readonly #request: IncomingMessage
  readonly #startedAt = performance.now()
  readonly #bytesBefore: number
  #pace: Pace
  #timer: NodeJS.Timeout

  constructor(request: IncomingMessage, pace: Pace) {
    this.#pace = pace
    this.onTooSlow = () => request.socket.destroy()
    this.#request = request
    this.#bytesBefore = request.socket.bytesRead
    this.#timer = setTimeout(this.#check, pace.graceMs)
    request.once('close', () => clearTimeout(this.#timer))
  }

  allow(pace: Pace): void {
    this.#pace = pace
    clearTimeout(this.#timer)
    this.#check()
  }

  readonly #check = () => {
    if (this.#request.complete) return
    const elapsed = performance.now() - this.#startedAt
    const received = this.#request.socket.bytesRead - this.#bytesBefore
    const leftMs = this.#pace.graceMs + (received / this.#pace.bytesPerSecond) * 1000 - elapsed
    if (leftMs <= 0) this.onTooSlow()
    else this.#timer = setTimeout(this.#check, leftMs)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}
