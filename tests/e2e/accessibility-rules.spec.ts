import { expectAccessible } from './support/axe.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test('expectAccessible reports a page with axe violations', { tag: onlyInFull }, async ({ page }) => {
  await page.goto('/blogs')
  await waitForHydration(page)
  await page.evaluate(() => {
    for (const name of ['img', 'button', 'p']) {
      const element = document.createElement(name)
      if (element instanceof HTMLImageElement) element.src = '/seal.svg'
      if (element instanceof HTMLParagraphElement) element.textContent = 'Too pale to read'
      element.style.color = '#ddd'
      document.querySelector('main')?.prepend(element)
    }
  })
  const { message } = (await expectAccessible(page).catch((error: unknown) => error)) as Error
  for (const rule of ['image-alt', 'button-name', 'color-contrast']) expect(message).toContain(rule)
})
