import { register, sessionOf } from './support/accounts.ts'
import { enterAdmin, test } from './support/admin.ts'
import { deliver, placeOrder } from './support/orders.ts'
import { expect, onlyPhone } from './support/test.ts'

test('the owner ticks a day’s deliveries off page by page, until nothing is open', { tag: onlyPhone }, async ({
  page,
  request,
}) => {
  await enterAdmin(page)
  const session = await sessionOf(request, await register(request))
  const courier = `Yeti Riders ${Date.now()}`
  for (const _ of [1, 2, 3]) {
    const { orderId } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
    await deliver(request, orderId, courier)
  }
  await page.goto('/admin/cash')
  const day = page.getByRole('row').filter({ hasText: courier }).getByRole('link')
  const address = (await day.getAttribute('href')) ?? ''
  await page.goto(`${address}&size=2`)
  const figure = (title: string) => page.getByText(title, { exact: true }).locator('xpath=following-sibling::dd')
  const due = (await figure('Due').textContent()) ?? ''
  await expect(figure('Still open')).toHaveText(due)
  await expect(page.getByText('This page shows 2 of the day’s 3 orders. Open ones come first.')).toBeVisible()
  await page.getByRole('button', { name: 'All on this page received' }).click()
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(1)
  await expect(figure('Still open')).not.toHaveText('nothing')
  await page.getByRole('checkbox', { checked: false }).click()
  await expect(figure('Still open')).toHaveText('nothing')
  await expect(figure('Received')).toHaveText(due)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
})
