import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { lateScripts } from './deferred-scripts.server.ts'

const start = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-2.js";
import * as route1 from "/assets/home-3.js";
  window.__reactRouterRouteModules = {"root":route0,"routes/home":route1};

import("/assets/entry-4.js");`
const page = `<head><link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/root-2.js"/></head><body><p>Words</p><script nonce="secret" type="module" async="">${start}</script></body>`

test('nothing in the page asks for a script by itself', () => {
  const late = lateScripts(page, 'secret')
  expect(late).not.toContain('<link rel="modulepreload"')
  expect(late).not.toContain('type="module"')
  expect(late).toContain('<head></head><body><p>Words</p><script nonce="secret">')
})

test('what waits names the same files, and is a script that can be read', () => {
  const [, script = ''] = /<script nonce="secret">([\s\S]*)<\/script>/.exec(lateScripts(page, 'secret')) ?? []
  expect(script).toContain('["/assets/manifest-1.js","/assets/root-2.js"]')
  expect(script).toContain('const route1=await import("/assets/home-3.js");')
  expect(script).toContain('await import("/assets/entry-4.js");')
  expect(script).not.toMatch(/^import\b/m)
  expect(() => runInNewContext(`() => {${script}}`)).not.toThrow()
})

test('a page without scripts is left as it is', () => {
  expect(lateScripts('<p>Words</p>', 'secret')).toBe('<p>Words</p>')
})
