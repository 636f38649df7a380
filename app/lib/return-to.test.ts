import { describe, expect, test } from 'vitest'
import { safePath } from '#shared/return-path.ts'
import { afterSignIn } from './return-to.ts'

describe('the way back after signing in', () => {
  test.each([
    '/',
    '/profile',
    '/profile?tab=AddressSettings',
    '/shop/crystal/citrine-point#reviews',
    '/shop?Name=a%2Fb',
  ])('is a path of this site: %s', (path) => expect(safePath(path)).toBe(path))

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
  ])('is never elsewhere: %j', (path) => expect(safePath(path)).toBeUndefined())

  test('is the home page where none is named', () => {
    expect(afterSignIn('')).toBe('/')
    expect(afterSignIn('?returnTo=//evil.example')).toBe('/')
    expect(afterSignIn('?returnTo=%2Fprofile%3Ftab%3DSavedItems')).toBe('/profile?tab=SavedItems')
  })
})
