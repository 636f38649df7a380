import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { lateScripts } from './deferred-scripts.server.ts'
import { hashOwnScripts } from './inline-scripts.server.ts'
import { ScriptNonce } from './ui/inline-script.tsx'

const renderWithinMs = 10_000

/** The whole page is gathered before it is sent: it is kept, hashed for its policy and compressed as one piece. */
export async function renderDocument(
  page: (nonce: string) => ReactNode,
  { late }: { late: boolean },
): Promise<{ html: string; hashes: string[] }> {
  const nonce = randomBytes(16).toString('base64url')
  const html = await renderWhole(<ScriptNonce value={nonce}>{page(nonce)}</ScriptNonce>, nonce)
  return hashOwnScripts(late ? lateScripts(html, nonce) : html, nonce)
}

function renderWhole(page: ReactNode, nonce: string): Promise<string> {
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
      // Every part stands in its own place, also for whoever runs no scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError: reject,
    })
    const timer = setTimeout(() => abort(new Error('The page took too long to render')), renderWithinMs)
  })
}
