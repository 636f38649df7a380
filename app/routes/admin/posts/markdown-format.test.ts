import { describe, expect, test } from 'vitest'
import { type FormatName, formats, picture } from './markdown-format.ts'

/** `‹` and `›` mark the selection in the text before and after. */
function apply(marked: string, name: FormatName | 'Picture'): string {
  const start = marked.indexOf('‹')
  const end = marked.indexOf('›') - 1
  const text = marked.replace(/[‹›]/g, '')
  const format = name === 'Picture' ? picture('/media/a-800.webp') : formats[name]
  const edit = format({ text, start, end })
  const changed = text.slice(0, edit.start) + edit.insert + text.slice(edit.end)
  const [from, to] = edit.select
  return `${changed.slice(0, from)}‹${changed.slice(from, to)}›${changed.slice(to)}`
}

describe('formatting the selected text', () => {
  test.each([
    ['Bold', 'It is ‹steep›.', 'It is **‹steep›**.'],
    ['Bold', 'It is **‹steep›**.', 'It is ‹steep›.'],
    ['Bold', 'It is ‹›', 'It is **‹bold text›**'],
    ['Italic', '‹Dhaka›', '_‹Dhaka›_'],
    ['Link', 'See ‹the shop›', 'See [the shop](‹https://›)'],
    ['Link', '‹https://alpine.example/x›', '[‹text›](https://alpine.example/x)'],
    ['Link', '‹›', '[text](‹https://›)'],
    ['Heading', 'One\nTw‹›o\nThree', 'One\n## Two‹›\nThree'],
    ['Heading', '## Two‹›', 'Two‹›'],
    ['Subheading', '## Two‹›', '### Two‹›'],
    ['List', '‹One\nTwo›\nThree', '‹- One\n- Two›\nThree'],
    ['List', '‹- One\n- Two›', '‹One\nTwo›'],
    ['Numbered list', '‹- One\n- Two›', '‹1. One\n2. Two›'],
    ['Quote', 'A ‹saying›', '‹> A saying›'],
    ['Picture', '‹›', '![‹Describe the picture›](/media/a-800.webp)'],
    ['Picture', 'Above‹›below', 'Above\n\n![‹Describe the picture›](/media/a-800.webp)\n\nbelow'],
    [
      'Picture',
      '[text](‹https://›)\nbelow',
      '[text](https://)\n\n![‹Describe the picture›](/media/a-800.webp)\n\nbelow',
    ],
    ['Picture', 'Above\n‹›\nbelow', 'Above\n\n![‹Describe the picture›](/media/a-800.webp)\n\nbelow'],
  ] as const)('%s: %j becomes %j', (name, before, after) => {
    expect(apply(before, name)).toBe(after)
  })
})
