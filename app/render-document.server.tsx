import { randomBytes } from 'node:crypto'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { hashOwnScripts } from './inline-scripts.server.ts'
import type { RenderedDocument } from './lib/shop-context.server.ts'
import { ScriptNonce } from './ui/inline-script.tsx'

/** Renders the whole page at once, because it is cached, hashed for its policy and compressed as a unit. */
export async function renderDocument(content: (nonce: string) => ReactNode): Promise<RenderedDocument> {
  const nonce = randomBytes(16).toString('base64url')
  const page = <ScriptNonce value={nonce}>{content(nonce)}</ScriptNonce>
  const html = renderToString(page)
  if (html.includes(failedPart)) throw await failureOf(page)
  return hashOwnScripts(`<!DOCTYPE html>${html}`, nonce)
}

/** What React writes in place of a `Suspense` that it could not render. */
const failedPart = '<!--$!-->'

/** `renderToString` leaves out why a part failed; rendering as a stream tells. */
function failureOf(page: ReactNode): Promise<unknown> {
  return new Promise((resolve) => {
    const unknown = () => resolve(new Error('A part of the page could not be rendered'))
    renderToPipeableStream(page, { onError: resolve, onAllReady: unknown })
  })
}
