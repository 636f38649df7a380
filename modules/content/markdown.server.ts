import { Marked } from 'marked'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}

const safeAddress = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i

/** Raw HTML in the source is shown as text, and only plain links and pictures survive. */
const marked = new Marked({
  gfm: true,
  // After a raw <script> or <pre>, marked takes text for HTML that was escaped already.
  walkTokens: (token) => {
    if (token.type === 'text') token.escaped = false
  },
  renderer: {
    html: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return safeAddress.test(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text
    },
    image: ({ href, text }) =>
      /^\/media\//.test(href)
        ? `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}" loading="lazy">`
        : escapeHtml(text),
  },
})

export function renderMarkdown(source: string): string {
  return marked.parse(source, { async: false })
}
