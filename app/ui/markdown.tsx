type Props = { html: string; className?: string }

/** `html` is Markdown rendered by `renderMarkdown` on the server. */
export function Markdown({ html, className = '' }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown returns safe HTML only
  return <div className={`markdown ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
