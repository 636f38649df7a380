/** A script or data block inside the page; the page's policy names it by its hash. `text` is ours or made by `safeJson`. */
export function InlineScript({ text, type }: { text: string; type?: 'application/ld+json' }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place that puts a script into a page
  return <script type={type} dangerouslySetInnerHTML={{ __html: text }} />
}
