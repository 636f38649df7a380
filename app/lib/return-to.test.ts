import { describe, expect, test } from 'vitest'
import { pathForEmail, safePath } from '#shared/return-path.ts'
import { afterSignIn } from './return-to.ts'

describe('returnTo', () => {
  test.each([
    '/',
    '/profile',
    '/profile?tab=AddressSettings',
    '/shop/crystal/citrine-point#reviews',
    '/shop?Name=a%2Fb',
  ])('accepts a path of this site: %s', (path) => expect(safePath(path)).toBe(path))

  test.each([
    null,
    '',
    'profile',
    'https://evil.example/profile',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '//evil.example:80',
    'http:evil.example',
  ])('rejects another site: %j', (path) => expect(safePath(path)).toBeUndefined())

  test.each([
    ['/shop/crystal/citrine-point', '/shop/crystal/citrine-point'],
    [
      '/shop/crystal/citrine-point#intent=buy&product=12&variant=3',
      '/shop/crystal/citrine-point#intent=buy&product=12&variant=3',
    ],
    ['/shop?Name=call+me+now', '/shop'],
    ['/shop/product/quartz?page=2#intent=save&product=7', '/shop/product/quartz?page=2#intent=save&product=7'],
    ['/shop?page=2&Name=call+me+now', '/shop'],
    ['/shop/crystal/citrine-point#call me now', '/shop/crystal/citrine-point'],
    ['/call%20me%20now', undefined],
    ['//evil.example', undefined],
    [undefined, undefined],
  ])('drops free text from a path in an email: %s', (path, expected) => expect(pathForEmail(path)).toBe(expected))

  test('defaults to the home page', () => {
    expect(afterSignIn('')).toBe('/')
    expect(afterSignIn('?returnTo=//evil.example')).toBe('/')
    expect(afterSignIn('?returnTo=%2Fprofile%3Ftab%3DSavedItems')).toBe('/profile?tab=SavedItems')
  })
})
