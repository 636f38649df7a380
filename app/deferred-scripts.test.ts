import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { deferScripts } from './deferred-scripts.server.ts'

const start = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-2.js";
import * as route1 from "/assets/home-3.js";
  window.__reactRouterRouteModules = {"root":route0,"routes/home":route1};

import("/assets/entry-4.js");`
const page = `<head><link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/root-2.js"/></head><body><p>Text</p><script nonce="secret" type="module" async="">${start}</script></body>`

test('removes every tag that loads a script at once', () => {
  const html = deferScripts(page, 'secret')
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).not.toContain('type="module"')
  expect(html).toContain('<head></head><body><p>Text</p><script nonce="secret">')
})

test('writes a valid script that loads the same files', () => {
  const [, script = ''] = /<script nonce="secret">([\s\S]*)<\/script>/.exec(deferScripts(page, 'secret')) ?? []
  expect(script).toContain('["/assets/manifest-1.js","/assets/root-2.js"]')
  expect(script).toContain('const route1=await import("/assets/home-3.js");')
  expect(script).toContain('await import("/assets/entry-4.js");')
  expect(script).not.toMatch(/^import\b/m)
  expect(() => runInNewContext(`() => {${script}}`)).not.toThrow()
})

test('leaves a page without scripts unchanged', () => {
  expect(deferScripts('<p>Text</p>', 'secret')).toBe('<p>Text</p>')
})
