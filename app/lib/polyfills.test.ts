import { expect, test } from 'vitest'
import { canParse, withResolvers } from './polyfills.ts'

test('withResolvers hands out a promise and both ways to settle it', async () => {
  const [first, second] = [withResolvers<number>(), withResolvers<number>()]
  first.resolve(1)
  second.reject(new Error('refused'))
  expect(await first.promise).toBe(1)
  await expect(second.promise).rejects.toThrow('refused')
})

test('canParse answers like the browser’s own', () => {
  const cases: [string, string?][] = [
    ['https://shop.example/a'],
    ['/shop', 'https://here.invalid'],
    ['/shop'],
    [''],
    ['http://['],
    ['//', 'https://here.invalid'],
  ]
  for (const given of cases) expect(canParse(...given), given.join()).toBe(URL.canParse(...given))
})
