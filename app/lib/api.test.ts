import { afterEach, describe, expect, test, vi } from 'vitest'
import { endpoint } from '#shared/endpoint.ts'
import { ApiError, call, errorMessage, fallbackError } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

const respondWith = (...response: ConstructorParameters<typeof Response>) =>
  vi.stubGlobal('fetch', async () => new Response(...response))

/** A response whose headers and half of the body have arrived. */
function partialResponse() {
  let fail = (_: unknown) => {}
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"products":'))
      fail = (cause) => stream.error(cause)
    },
  })
  respondWith(body)
  return (cause: unknown) => fail(cause)
}

const unreachable = { status: 0, message: 'The shop could not be reached. Please check your connection.' }

const getProducts = endpoint({ method: 'get', path: '/product', audience: 'public', summary: 'Products' })

describe('call', () => {
  test('returns the JSON of the response, and undefined for 204', async () => {
    respondWith('{"products":[]}')
    expect(await call(getProducts)).toEqual({ products: [] })
    respondWith(null, { status: 204 })
    expect(await call(getProducts)).toBeUndefined()
  })

  test('throws the message and the field errors of an error response', async () => {
    const errors = [{ code: 'too_big', description: 'Too long.', field: 'Name' }]
    respondWith(JSON.stringify({ message: 'Not like this.', errors }), { status: 400 })
    await expect(call(getProducts)).rejects.toMatchObject({ status: 400, message: 'Not like this.', errors })
  })

  test.each([
    ['an HTML page', '<h1>Bad gateway</h1>'],
    ['an empty body', ''],
    ['JSON without a message', '{"error":"upstream"}'],
    ['an empty message', '{"message":"  "}'],
    ['a message that is not a string', '{"message":{"code":7},"errors":"none"}'],
    ['JSON that is not an object', 'null'],
  ])('uses the fallback message when an error response has %s', async (_, body) => {
    respondWith(body, { status: 502 })
    const error = await call(getProducts).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 502, hasMessage: false, message: fallbackError, errors: [] })
    expect(errorMessage(error, 'Error creating order')).toBe('Error creating order')
  })

  test('prefers the message of the server to the fallback', () => {
    expect(errorMessage(new ApiError(409, { message: 'Cart is empty' }), 'Error creating order')).toBe('Cart is empty')
    expect(errorMessage(new TypeError('x is undefined'), 'Error creating order')).toBe('Error creating order')
  })

  test('reports an unreachable server', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(getProducts)).rejects.toMatchObject(unreachable)
  })

  test('fails when the connection breaks in the middle of the body', async () => {
    const failBody = partialResponse()
    const response = call(getProducts)
    failBody(new TypeError('terminated'))
    await expect(response).rejects.toMatchObject(unreachable)
  })

  test('rejects with the abort reason when aborted in the middle of the body', async () => {
    const controller = new AbortController()
    const failBody = partialResponse()
    const response = call(getProducts, { signal: controller.signal })
    controller.abort()
    failBody(controller.signal.reason)
    await expect(response).rejects.toBe(controller.signal.reason)
  })
})
