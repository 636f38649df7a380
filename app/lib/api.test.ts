import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, callApi, errorMessage, generalFailure } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

const answerWith = (...answer: ConstructorParameters<typeof Response>) =>
  vi.stubGlobal('fetch', async () => new Response(...answer))

/** An answer of which the head and half of the body have arrived. */
function halfAnAnswer() {
  let fail = (_: unknown) => {}
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"products":'))
      fail = (cause) => stream.error(cause)
    },
  })
  answerWith(body)
  return (cause: unknown) => fail(cause)
}

const unreachable = { status: 0, message: 'The shop could not be reached. Please check your connection.' }

describe('a call', () => {
  test('gives what the server said', async () => {
    answerWith('{"products":[]}')
    expect(await callApi<unknown>('/product')).toEqual({ products: [] })
    answerWith(null, { status: 204 })
    expect(await callApi<unknown>('/product')).toBeUndefined()
  })

  test('that is refused tells why, beside its field too', async () => {
    const errors = [{ code: 'too_big', description: 'Too long.', field: 'Name' }]
    answerWith(JSON.stringify({ message: 'Not like this.', errors }), { status: 400 })
    await expect(callApi('/product')).rejects.toMatchObject({ status: 400, message: 'Not like this.', errors })
  })

  test.each([
    ['an HTML page', '<h1>Bad gateway</h1>'],
    ['an empty body', ''],
    ['JSON without a message', '{"error":"upstream"}'],
    ['an empty message', '{"message":"  "}'],
    ['a message that is no text', '{"message":{"code":7},"errors":"none"}'],
    ['JSON that is no object', 'null'],
  ])('that fails with %s has the fallback sentence', async (_, body) => {
    answerWith(body, { status: 502 })
    const error = await callApi('/product').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 502, hasMessage: false, message: generalFailure, errors: [] })
    expect(errorMessage(error, 'Error creating order')).toBe('Error creating order')
  })

  test('that fails with a message keeps it before any fallback', () => {
    expect(errorMessage(new ApiError(409, { message: 'Cart is empty' }), 'Error creating order')).toBe('Cart is empty')
    expect(errorMessage(new TypeError('x is undefined'), 'Error creating order')).toBe('Error creating order')
  })

  test('that reaches nobody says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(callApi('/product')).rejects.toMatchObject(unreachable)
  })

  test('that breaks half-way is a failure, not an empty answer', async () => {
    const breakOff = halfAnAnswer()
    const call = callApi('/product')
    breakOff(new TypeError('terminated'))
    await expect(call).rejects.toMatchObject(unreachable)
  })

  test('that is called off half-way ends as called off', async () => {
    const calledOff = new AbortController()
    const breakOff = halfAnAnswer()
    const call = callApi('/product', { signal: calledOff.signal })
    calledOff.abort()
    breakOff(calledOff.signal.reason)
    await expect(call).rejects.toBe(calledOff.signal.reason)
  })
})
