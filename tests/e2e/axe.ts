import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Colours are measured as they stand, so ask with reduced motion: not half-way through a fade. */
export async function expectNoBarriers(page: Page): Promise<void> {
  // Without the page of its own that it opens for pages with frames, of which we have none, it takes half the time.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(standards)
    .setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`)
  expect(found).toEqual([])
}
