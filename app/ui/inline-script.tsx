import { createContext, use } from 'react'

/** Marks our own scripts during server rendering. It is removed from the HTML. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/** The Content-Security-Policy of the page allows the script by its hash. */
export function InlineScript({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place that puts a script into a page
  return <script nonce={use(ScriptNonce)} dangerouslySetInnerHTML={{ __html: text }} />
}

/** Data for search engines, escaped by `safeJson`. It never runs, so it needs no hash. */
export function DataBlock({ json }: { json: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end its element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
