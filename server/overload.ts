import { ShopError } from '#shared/errors.ts'

/** A page that must be rendered takes the processor for about as long as this many calls. */
export const pageWeight = 6

const mostAtOnce = 300

/**
 * Beyond what can be answered within about a second, another request would only make everybody wait longer: it is
 * refused at once, and costs next to nothing.
 */
export class Overload {
  readonly #most: number
  #atOnce = 0

  constructor(most = mostAtOnce) {
    this.#most = most
  }

  async admit<T>(weight: number, work: () => Promise<T>): Promise<T> {
    if (this.#atOnce + weight > this.#most) {
      throw new ShopError('unavailable', 'Many people are here at this moment. Please try again shortly.', {
        retryAfterSeconds: 2,
      })
    }
    this.#atOnce += weight
    try {
      return await work()
    } finally {
      this.#atOnce -= weight
    }
  }
}
