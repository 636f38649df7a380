import { createHash } from 'node:crypto'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { hashOwnScripts } from './inline-scripts.server.ts'
import { renderDocument } from './render-document.server.tsx'
import { DataBlock, InlineScript } from './ui/inline-script.tsx'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const page = (injected: string) => () => (
  <html lang="en">
    <body>
      <InlineScript text="window.own = 1" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the test injects a script on purpose */}
      <main dangerouslySetInnerHTML={{ __html: injected }} />
      <InlineScript text="window.own = 2" />
      <DataBlock json="{}" />
    </body>
  </html>
)

test.each([
  '<script>injected()</script>',
  '<script nonce="guessed">injected()</script>',
  '<script type="module" async="">injected()</script>',
  '<script nonce="">injected()</script><script>window.own = 3</script>',
])('does not hash an injected script: %s', async (injected) => {
  const { html, scriptHashes } = await renderDocument(page(injected))
  expect(html).toContain(injected)
  expect(scriptHashes).toEqual([hash('window.own = 1'), hash('window.own = 2')])
})

test('does not hash an unclosed script that contains one of our own', async () => {
  const { scriptHashes } = await renderDocument(page('<script>injected();'))
  expect(scriptHashes).toEqual([hash('window.own = 1')])
})

test('removes the nonce, so two renderings are the same', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => renderDocument(page(''))))
  expect(first).toEqual(second)
  expect(first?.html).not.toContain('nonce')
})

test('does not hash a script with a source', () => {
  const html = '<script nonce="n" src="/a.js"></script><script nonce="n">b</script>'
  expect(hashOwnScripts(html, 'n')).toEqual({
    html: '<script src="/a.js"></script><script>b</script>',
    scriptHashes: [hash('b')],
  })
})

test('fails with the reason when a part inside Suspense fails', async () => {
  const Broken = () => {
    throw new Error('no stones')
  }
  const broken = () => (
    <html lang="en">
      <body>
        <Suspense>
          <Broken />
        </Suspense>
      </body>
    </html>
  )
  await expect(renderDocument(broken)).rejects.toThrow('no stones')
})
