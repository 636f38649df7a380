import { expect, test } from 'vitest'
import { canParse, withResolvers } from './polyfills.ts'

test('withResolvers returns a promise with its resolve and reject functions', async () => {
  const [first, second] = [withResolvers<number>(), withResolvers<number>()]
  first.resolve(1)
  second.reject(new Error('refused'))
  expect(await first.promise).toBe(1)
  await expect(second.promise).rejects.toThrow('refused')
})

test('canParse returns the same as URL.canParse', () => {
  const cases: [string, string?][] = [
    ['https://shop.example/a'],
    ['/shop', 'https://here.invalid'],
    ['/shop'],
    [''],
    ['http://['],
    ['//', 'https://here.invalid'],
  ]
  for (const args of cases) expect(canParse(...args), args.join()).toBe(URL.canParse(...args))
})
