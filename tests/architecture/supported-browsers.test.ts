import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { features } from 'web-features'
import { projectRoot } from '#platform/root.server.ts'
import {
  buildTarget,
  oldestBrowsers,
  unsupportedScriptFeatures,
  unsupportedStyleFeatures,
} from '../../scripts/supported-browsers.mjs'

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')

test('reports JavaScript that the oldest supported browsers lack', () => {
  const code = 'const a=Object.groupBy(b,c);d.union(e);Promise.try(f);new CookieStore;window.navigation.back()'
  expect(unsupportedScriptFeatures(code, features)).toEqual([
    'Object.groupBy',
    'Promise.try',
    'groupBy',
    'new CookieStore',
    'union',
    'window.navigation',
  ])
})

test('accepts supported and guarded features', () => {
  const code = 'a.toSorted();b.at(-1);structuredClone(c);Promise.withResolvers();URL.canParse(d);window.open(e)'
  expect(unsupportedScriptFeatures(code, features)).toEqual([])
})

test('reports unsupported CSS at-rules, selectors and properties', () => {
  const code = '@scope(.a){b:user-valid{color:red}}.c:has(d){anchor-name:--e;color:red;display:grid}'
  expect(unsupportedStyleFeatures(code, features)).toEqual([':user-valid', '@scope', 'anchor-name'])
})

test('is the build target and is stated in the README', () => {
  expect(buildTarget).toEqual(['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4'])
  const { chrome, edge, firefox, safari } = oldestBrowsers
  expect(read('README.md')).toContain(`Chrome ${chrome}, Edge ${edge}, Firefox ${firefox} and Safari ${safari}`)
})
