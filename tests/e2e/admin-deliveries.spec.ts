import { createSession, register } from './support/accounts.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { deliverOrder, placeOrder } from './support/orders.ts'
import { expect, onlyPhone } from './support/test.ts'
import { toastOf } from './support/toasts.ts'

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
  const due = (await figure('Collected').textContent()) ?? ''
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

test('the owner receives the cash of a courier, undoes it, and closes the day', { tag: onlyPhone }, async ({
  page,
  request,
}) => {
  await enterAdmin(page)
  const session = await createSession(request, await register(request))
  const courier = `Himal Post ${Date.now()}`
  const numbers: string[] = []
  for (const _ of [1, 2]) {
    const { orderId, orderNumber } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
    await deliverOrder(request, orderId, courier)
    numbers.push(orderNumber)
  }
  await page.goto('/admin/cash')
  await page.getByRole('region', { name: 'With couriers' }).getByRole('link', { name: courier }).click()
  await expect(heading(page, `Cash with ${courier}`)).toBeVisible()
  const box = (number = '') => page.getByRole('checkbox', { name: `Cash received for ${number}` })
  // Not `check`: the row may be gone before it could see the check mark.
  await box(numbers[0]).click()
  const toast = toastOf(page, ['status', `Cash received for ${numbers[0]}`])
  await expect(box(numbers[0])).toHaveCount(0)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(box(numbers[0])).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as received' }).click()
  await expect(page.getByText(`${courier} has handed over the cash of all orders.`)).toBeVisible()

  await page.getByRole('link', { name: 'Cash', exact: true }).first().click()
  await page.getByRole('link', { name: 'View today’s ledger' }).click()
  const entries = page.getByRole('table', { name: 'Entries, newest first' }).getByRole('row')
  const own = entries.filter({ hasText: courier })
  await expect(own.filter({ hasText: 'Handed over, taken back' })).toHaveCount(1)
  await expect(own.filter({ hasText: 'Handed over' })).toHaveCount(4)
  await expect(own.filter({ hasText: 'Collected' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Close day' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('A closed day never changes and is never opened again.')
  await dialog.getByRole('button', { name: 'Close day' }).click()
  await expect(page.getByText(/^Closed by .* This day never changes\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close day' })).toHaveCount(0)
  const count = await entries.count()

  await test.step('what happens afterwards is an entry of tomorrow', async () => {
    const { orderId } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
    await deliverOrder(request, orderId, courier)
    await page.reload()
    await expect(entries).toHaveCount(count)
    await page.getByRole('navigation', { name: 'Days' }).getByRole('link').last().click()
    await expect(entries.filter({ hasText: courier })).toHaveCount(1)
  })
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
