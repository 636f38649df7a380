import { createContext, use } from 'react'

/** Marks what our components write while a page is rendered on the server; the browser never sees it. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/** A script inside the page; the page's policy names it by its hash. */
export function InlineScript({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place that puts a script into a page
  return <script nonce={use(ScriptNonce)} dangerouslySetInnerHTML={{ __html: text }} />
}

/** Data for search engines. `json` is made by `safeJson`. It is never run, so the policy does not name it. */
export function DataBlock({ json }: { json: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end its element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
