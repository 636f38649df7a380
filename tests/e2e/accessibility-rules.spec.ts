import { expectNoBarriers } from './support/axe.ts'
import { expect, hydrated, test } from './support/test.ts'

for (const [rule, tag] of [
  ['image-alt', 'img'],
  ['button-name', 'button'],
  ['color-contrast', 'p'],
] as const) {
  test(`axe finds a barrier where there is one: ${rule}`, async ({ page }) => {
    await page.goto('/blogs')
    await hydrated(page)
    await page.evaluate((name) => {
      const fault = document.createElement(name)
      if (fault instanceof HTMLImageElement) fault.src = '/seal.svg'
      if (fault instanceof HTMLParagraphElement) fault.textContent = 'Too pale to read'
      fault.style.color = '#ddd'
      document.querySelector('main')?.prepend(fault)
    }, tag)
    await expect(expectNoBarriers(page)).rejects.toThrow(rule)
  })
}
