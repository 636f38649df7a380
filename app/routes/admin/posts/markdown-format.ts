/** The text of an editor and what is selected in it. */
export type Selected = { text: string; start: number; end: number }

/** Replaces the text from `start` to `end`, then selects `select`. */
export type Edit = { start: number; end: number; insert: string; select: readonly [start: number, end: number] }

export type Format = (selected: Selected) => Edit

const selectedText = ({ text, start, end }: Selected) => text.slice(start, end)

/** Puts the mark around the selection, or takes it away. */
const wrap =
  (mark: string, example: string): Format =>
  (selected) => {
    const { text, start, end } = selected
    const { length } = mark
    const inner = selectedText(selected)
    const isAround = text.slice(0, start).endsWith(mark) && text.slice(end).startsWith(mark)
    if (isAround)
      return { start: start - length, end: end + length, insert: inner, select: [start - length, end - length] }
    const content = inner || example
    return { start, end, insert: mark + content + mark, select: [start + length, start + length + content.length] }
  }

function lineEnd(text: string, from: number): number {
  const next = text.indexOf('\n', from)
  return next === -1 ? text.length : next
}

/** Begins each selected line with the prefix, or takes it away if all have it. */
const prefixLines =
  (prefixOf: (index: number) => string, pattern: RegExp): Format =>
  ({ text, start, end }) => {
    const from = text.lastIndexOf('\n', start - 1) + 1
    const to = lineEnd(text, end)
    const lines = text.slice(from, to).split('\n')
    const isPrefixed = lines.every((line) => pattern.test(line))
    const plain = lines.map((line) => line.replace(blockPrefix, ''))
    const insert = (isPrefixed ? plain : plain.map((line, index) => prefixOf(index) + line)).join('\n')
    const caret = from + insert.length
    return { start: from, end: to, insert, select: start === end ? [caret, caret] : [from, caret] }
  }

/** Of a heading, a list or a quote. One replaces the other. */
const blockPrefix = /^(#{1,6} |[-*] |\d+\. |> )/

const isUrl = (text: string) => /^(https?:\/\/|\/)\S+$/.test(text)

const link: Format = (selected) => {
  const { start, end } = selected
  const inner = selectedText(selected)
  const [label, url] = isUrl(inner) ? ['text', inner] : [inner || 'text', 'https://']
  const insert = `[${label}](${url})`
  const from = isUrl(inner) ? start + 1 : start + label.length + 3
  return { start, end, insert, select: [from, from + (isUrl(inner) ? label : url).length] }
}

const pictureText = 'Describe the picture'

/** In a paragraph of its own, with its description selected. Selected text stays; the picture follows its line. */
export const picture =
  (url: string): Format =>
  ({ text, ...selected }) => {
    const start = selected.start === selected.end ? selected.end : lineEnd(text, selected.end)
    const before = text.slice(0, start)
    const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    const rest = text.slice(start)
    const tail = rest === '' || rest.startsWith('\n\n') ? '' : rest.startsWith('\n') ? '\n' : '\n\n'
    const from = start + lead.length + 2
    return {
      start,
      end: start,
      insert: `${lead}![${pictureText}](${url})${tail}`,
      select: [from, from + pictureText.length],
    }
  }

export const formats = {
  Heading: prefixLines(() => '## ', /^## /),
  Subheading: prefixLines(() => '### ', /^### /),
  Bold: wrap('**', 'bold text'),
  Italic: wrap('_', 'italic text'),
  Link: link,
  List: prefixLines(() => '- ', /^- /),
  'Numbered list': prefixLines((index) => `${index + 1}. `, /^\d+\. /),
  Quote: prefixLines(() => '> ', /^> /),
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

/** With Ctrl, or Command on a Mac. */
export const formatKeys: Partial<Record<FormatName, string>> = { Bold: 'b', Italic: 'i', Link: 'k' }
