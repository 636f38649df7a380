import MarkdownIt from 'markdown-it'
import { safePath } from '#shared/return-path.ts'

/** markdown-it drops deeper text. A list counts as two levels, so this renders everything that `markdownText` accepts. */
const maxNesting = 110

/** Raw HTML is shown as text. Only safe links and pictures of this shop are rendered. */
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: maxNesting })
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
// Parse every link here, so that a link rejected below keeps its text.
markdown.validateLink = () => true

markdown.core.ruler.push('safe_tokens', ({ tokens }) => {
  for (const { type, children } of tokens) if (type === 'inline') hideUnsafeLinks(children ?? [])
  for (const token of tokens) {
    const style = token.attrGet('style')
    // The Content-Security-Policy forbids inline styles; markdown-it writes them only in tables.
    if (style) token.attrs = [['align', String(style).slice('text-align:'.length)]]
  }
})

type Token = ReturnType<typeof markdown.parse>[number]

function hideUnsafeLinks(tokens: readonly Token[]): void {
  let isHidden = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href') ?? '')
      isHidden = !isSafeUrl(href)
      token.attrs = [['href', href]]
    }
    if (token.type === 'link_open' || token.type === 'link_close') token.hidden = isHidden
  }
}

function isSafeUrl(href: string): boolean {
  if (href.startsWith('/')) return !/%(?:[01]|5c|7f)/i.test(href) && safePath(href) !== undefined
  return /^(?:https?:\/\/|mailto:|#)/i.test(href)
}

markdown.renderer.rules.s_open = () => '<del>'
markdown.renderer.rules.s_close = () => '</del>'
markdown.renderer.rules.image = (tokens, index, options, env, self) => {
  const { escapeHtml } = markdown.utils
  const source = String(tokens[index]?.attrGet('src') ?? '')
  const alt = escapeHtml(self.renderInlineAsText(tokens[index]?.children ?? [], options, env))
  const isOwnPicture = source.startsWith('/media/') && safePath(source) !== undefined
  return isOwnPicture ? `<img src="${escapeHtml(source)}" alt="${alt}" loading="lazy">` : alt
}

/** Takes linear time for any source. */
export function renderMarkdown(source: string): string {
  return markdown.render(source)
}
