import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pathWithIntent, readIntent, rememberIntent, resumeIntent, useIntent } from './intent.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

const buyTwo = { action: 'buy', productId: 12, variantId: 3, quantity: 2 } as const

describe('intent in a URL', () => {
  test('is the same after writing and reading', () => {
    const path = pathWithIntent('/shop/crystal/citrine-point', buyTwo)
    expect(path).toBe('/shop/crystal/citrine-point#intent=buy&product=12&variant=3&quantity=2')
    expect(readIntent(new URL(path, 'https://shop.test').hash)).toEqual(buyTwo)
  })

  test('works without a product', () =>
    expect(readIntent(pathWithIntent('', { action: 'openCart' }))).toEqual({ action: 'openCart' }))

  test.each(['', '#reviews', '#intent=', '#intent=delete&product=1', '#product=1'])('ignores the fragment %j', (hash) =>
    expect(readIntent(hash)).toBeUndefined(),
  )

  test.each(['0', '-1', '1.5', '1e3', 'x', '9999999999'])('ignores the invalid product id %s', (product) =>
    expect(readIntent(`#intent=add&product=${product}`)).toEqual({ action: 'add' }),
  )
})

describe('resuming an intent', () => {
  test('marks an intent of this browser as own, once', () => {
    rememberIntent(buyTwo)
    resumeIntent(buyTwo)
    expect(useIntent.getState().intent).toEqual({ ...buyTwo, isOwn: true })
    resumeIntent(buyTwo)
    expect(useIntent.getState().intent).toEqual({ ...buyTwo, isOwn: false })
  })

  test('does not mark an intent from elsewhere as own', () => {
    rememberIntent({ ...buyTwo, quantity: 1 })
    resumeIntent(buyTwo)
    expect(useIntent.getState().intent).toEqual({ ...buyTwo, isOwn: false })
  })
})
