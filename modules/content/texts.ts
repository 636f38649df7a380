/** Every text of the shop that the owner can put into other words, as it came with the shop. */
const texts = {
  home: {
    started: {
      label: 'Why we started: the sentence',
      words:
        'The finest stones in our valleys left Nepal without a name. We started ALPINE so that each one could travel with its own.',
    },
    startedLeft: {
      label: 'Why we started: below, on the left',
      words:
        'We buy from the people who climb for the stone, and from workshops that have cut, hammered and set for generations. Fewer hands, longer friendships, fairer prices.',
    },
    startedRight: {
      label: 'Why we started: below, on the right',
      words:
        'What was done to a piece is written beside it: heated, stabilised, or left as it was found. Where a stone came to us from abroad, the page says so too.',
    },
  },
  learn: {
    lead: {
      label: 'Below the title',
      words: 'With a hammer, an iron bar, a basket and a long walk. There is little machinery in it.',
    },
    story: {
      label: 'The story: the sentence',
      words:
        'Late in the making of the mountains the rock cracked, and where hot water had room and time to cool, quartz grew on the walls.',
    },
    storyLeft: {
      label: 'The story: below, on the left',
      words:
        'A pocket may be as small as a fist. Whoever finds one puts the iron down and works the crystals loose with wood and fingers, because one slip can bruise a point that took ages to grow. Then they are wrapped in cloth or dry grass and carried down in a basket, for days, to the nearest road.',
    },
    storyRight: {
      label: 'The story: below, on the right',
      words:
        'The season is short: a stretch in spring and another in autumn, between snow, rain and the work in the fields. We buy from people we know and ask where a piece was found. We cannot stand beside every pocket, and we will not pretend that we do. When a piece is sold out, it may stay so until the path opens.',
    },
  },
  collection: {
    lead: {
      label: 'Below the title',
      words:
        'Small on purpose: at most six pieces at a time, chosen by eye from the whole shop. When one is gone, another takes its place.',
    },
  },
  bulk: {
    lead: {
      label: 'Below the title',
      words:
        'For a shop, a hotel or a hundred guests: tell us what you need, how many and by when. A person will answer.',
    },
  },
} as const satisfies Record<string, Record<string, { label: string; words: string }>>

export type TextPage = keyof typeof texts
export type PageTexts<Page extends TextPage> = Record<keyof (typeof texts)[Page], string>

export const textPages = Object.keys(texts) as TextPage[]

export type EditableText = { key: string; page: TextPage; label: string; words: string }

/** In the order in which the pages show them. */
export const editableTexts: readonly EditableText[] = textPages.flatMap((page) =>
  Object.entries(texts[page]).map(([name, { label, words }]) => ({ key: `${page}.${name}`, page, label, words })),
)

/** Under their short names, as the page asks for them. */
export function withDefaults<Page extends TextPage>(page: Page, own: Record<string, string>): PageTexts<Page> {
  const entries = Object.entries<{ words: string }>(texts[page])
  const said = entries.map(([name, { words }]) => [name, own[`${page}.${name}`] ?? words])
  return Object.fromEntries(said) as PageTexts<Page>
}
