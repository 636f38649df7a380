/** Default values of all page texts that the owner can edit. */
const texts = {
  home: {
    started: {
      label: 'Why we started: lead text',
      text: 'The finest stones in our valleys left Nepal without a name. We started ALPINE so that each one could travel with its own.',
    },
    startedLeft: {
      label: 'Why we started: left column',
      text: 'We buy from the people who climb for the stone, and from workshops that have cut, hammered and set for generations. Fewer hands, longer friendships, fairer prices.',
    },
    startedRight: {
      label: 'Why we started: right column',
      text: 'What was done to a piece is written beside it: heated, stabilised, or left as it was found. Where a stone came to us from abroad, the page says so too.',
    },
  },
  learn: {
    lead: {
      label: 'Text below the title',
      text: 'With a hammer, an iron bar, a basket and a long walk. There is little machinery in it.',
    },
    story: {
      label: 'Story: lead text',
      text: 'Late in the making of the mountains the rock cracked, and where hot water had room and time to cool, quartz grew on the walls.',
    },
    storyLeft: {
      label: 'Story: left column',
      text: 'A pocket may be as small as a fist. Whoever finds one puts the iron down and works the crystals loose with wood and fingers, because one slip can bruise a point that took ages to grow. Then they are wrapped in cloth or dry grass and carried down in a basket, for days, to the nearest road.',
    },
    storyRight: {
      label: 'Story: right column',
      text: 'The season is short: a stretch in spring and another in autumn, between snow, rain and the work in the fields. We buy from people we know and ask where a piece was found. We cannot stand beside every pocket, and we will not pretend that we do. When a piece is sold out, it may stay so until the path opens.',
    },
  },
  collection: {
    lead: {
      label: 'Text below the title',
      text: 'Small on purpose: at most six pieces at a time, chosen by eye from the whole shop. When one is gone, another takes its place.',
    },
  },
  bulk: {
    lead: {
      label: 'Text below the title',
      text: 'For a shop, a hotel or a hundred guests: tell us what you need, how many and by when. A person will answer.',
    },
  },
} as const satisfies Record<string, Record<string, { label: string; text: string }>>

export type TextPage = keyof typeof texts
export type PageTexts<Page extends TextPage> = Record<keyof (typeof texts)[Page], string>

export const textPages = Object.keys(texts) as TextPage[]

export type EditableText = { key: string; page: TextPage; label: string; text: string }

/** In the order of the pages. */
export const editableTexts: readonly EditableText[] = textPages.flatMap((page) =>
  Object.entries(texts[page]).map(([name, { label, text }]) => ({ key: `${page}.${name}`, page, label, text })),
)

/** Returns the texts under their names without the page prefix. */
export function withDefaults<Page extends TextPage>(page: Page, stored: Record<string, string>): PageTexts<Page> {
  const entries = Object.entries<{ text: string }>(texts[page])
  const pageTexts = entries.map(([name, { text }]) => [name, stored[`${page}.${name}`] ?? text])
  return Object.fromEntries(pageTexts) as PageTexts<Page>
}
