import { expectNoBarriers } from './support/axe.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'

test('axe finds barriers where there are some', { tag: onlyInFull }, async ({ page }) => {
  await page.goto('/blogs')
  await hydrated(page)
  await page.evaluate(() => {
    for (const name of ['img', 'button', 'p']) {
      const fault = document.createElement(name)
      if (fault instanceof HTMLImageElement) fault.src = '/seal.svg'
      if (fault instanceof HTMLParagraphElement) fault.textContent = 'Too pale to read'
      fault.style.color = '#ddd'
      document.querySelector('main')?.prepend(fault)
    }
  })
  const { message } = (await expectNoBarriers(page).catch((error: unknown) => error)) as Error
  for (const rule of ['image-alt', 'button-name', 'color-contrast']) expect(message).toContain(rule)
})
