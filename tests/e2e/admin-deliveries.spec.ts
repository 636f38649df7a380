import { createSession, register } from './support/accounts.ts'
import { enterAdmin, test } from './support/admin.ts'
import { deliverOrder, placeOrder } from './support/orders.ts'
import { expect, onlyPhone } from './support/test.ts'

test('the owner marks the cash of a day as received, page by page', { tag: onlyPhone }, async ({ page, request }) => {
  await enterAdmin(page)
  const session = await createSession(request, await register(request))
  const courier = `Yeti Riders ${Date.now()}`
  for (const _ of [1, 2, 3]) {
    const { orderId } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
    await deliverOrder(request, orderId, courier)
  }
  await page.goto('/admin/cash')
  const day = page.getByRole('row').filter({ hasText: courier }).getByRole('link')
  const url = (await day.getAttribute('href')) ?? ''
  await page.goto(`${url}&size=2`)
  const figure = (title: string) => page.getByText(title, { exact: true }).locator('xpath=following-sibling::dd')
  const due = (await figure('Due').textContent()) ?? ''
  await expect(figure('Outstanding')).toHaveText(due)
  await expect(page.getByText('Showing 2 of 3 orders. Orders with outstanding cash come first.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark all on this page as received' }).click()
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(1)
  await expect(figure('Outstanding')).not.toHaveText('0')
  const last = page.getByRole('checkbox', { checked: false })
  const states = await last.evaluateHandle(recordStates)
  await last.click()
  await expect(figure('Outstanding')).toHaveText('0')
  await expect(figure('Received')).toHaveText(due)
  expect(await states.evaluate((seen) => seen.join())).toBe('false,true')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
})

/** Keeps each state that the checkbox shows, from now on. */
function recordStates(checkbox: Element) {
  const seen: boolean[] = []
  const record = () => {
    const { checked } = checkbox as HTMLInputElement
    if (seen.at(-1) !== checked) seen.push(checked)
    setTimeout(record)
  }
  record()
  return seen
}
