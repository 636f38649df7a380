import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { hashOwnScripts } from './inline-scripts.server.ts'
import { ScriptNonce } from './ui/inline-script.tsx'

const renderTimeoutMs = 10_000

/** Renders the whole page before sending it, because it is cached, hashed for its policy and compressed as a unit. */
export async function renderDocument(page: (nonce: string) => ReactNode): Promise<{ html: string; hashes: string[] }> {
  const nonce = randomBytes(16).toString('base64url')
  const html = await renderToHtml(<ScriptNonce value={nonce}>{page(nonce)}</ScriptNonce>, nonce)
  return hashOwnScripts(html, nonce)
}

function renderToHtml(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        clearTimeout(timer)
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(sink),
      // Without this, React moves large parts into place with a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError: reject,
    })
    const timer = setTimeout(() => abort(new Error('Page rendering timed out')), renderTimeoutMs)
  })
}
