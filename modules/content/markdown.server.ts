import MarkdownIt from 'markdown-it'
import { safePath } from '#shared/return-path.ts'

/** Deeper text is left out. A list counts twice, so everything that `markdownText` accepts on one line is shown. */
const deepest = 110

/** Raw HTML in the source is shown as text, and only plain links and our own pictures survive. */
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: deepest })
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
// Every link is parsed, so that one which is refused below keeps its words.
markdown.validateLink = () => true

markdown.core.ruler.push('safe_tokens', ({ tokens }) => {
  for (const { type, children } of tokens) if (type === 'inline') hideUnsafeLinks(children ?? [])
  for (const token of tokens) {
    const style = token.attrGet('style')
    // The page's policy forbids inline styles; only tables have them.
    if (style) token.attrs = [['align', String(style).slice('text-align:'.length)]]
  }
})

type Token = ReturnType<typeof markdown.parse>[number]

function hideUnsafeLinks(tokens: readonly Token[]): void {
  let isHidden = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href') ?? '')
      isHidden = !isSafeAddress(href)
      token.attrs = [['href', href]]
    }
    if (token.type === 'link_open' || token.type === 'link_close') token.hidden = isHidden
  }
}

function isSafeAddress(href: string): boolean {
  if (href.startsWith('/')) return !/%(?:[01]|5c|7f)/i.test(href) && safePath(href) !== undefined
  return /^(?:https?:\/\/|mailto:|#)/i.test(href)
}

markdown.renderer.rules.s_open = () => '<del>'
markdown.renderer.rules.s_close = () => '</del>'
markdown.renderer.rules.image = (tokens, index, options, env, self) => {
  const { escapeHtml } = markdown.utils
  const source = String(tokens[index]?.attrGet('src') ?? '')
  const alt = escapeHtml(self.renderInlineAsText(tokens[index]?.children ?? [], options, env))
  const isOwn = source.startsWith('/media/') && safePath(source) !== undefined
  return isOwn ? `<img src="${escapeHtml(source)}" alt="${alt}" loading="lazy">` : alt
}

/** Takes linear time, whatever the source is. */
export function renderMarkdown(source: string): string {
  return markdown.render(source)
}
