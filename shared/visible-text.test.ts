import { expect, test } from 'vitest'
import { hasVisibleCharacter } from './visible-text.ts'

test.each(['a', 'आशा', '李', 'क्‍षितिज', '🏔️', '1', '-', '\u200bA', 'Ａ'])('finds a visible character in %j', (text) => {
  expect(hasVisibleCharacter(text)).toBe(true)
})

test.each([
  '',
  ' ',
  '\u00a0\u3000',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\u3164',
  '\uffa0',
  '\u115f\u1160',
  '\u17b4',
  '\u2800',
  '\u00ad',
  '\u034f',
  '\ufe0f',
  '\u{e0020}',
  '\u0301',
  '\u202e',
  '\ue000',
])('finds no visible character in %j', (text) => {
  expect(hasVisibleCharacter(text)).toBe(false)
})
