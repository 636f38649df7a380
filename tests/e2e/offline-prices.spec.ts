import { test } from './support/admin.ts'
import { enterAdminWithProduct } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { offlineNotice, timedNotice, waitUntilStored, withServiceWorker } from './support/offline.ts'
import { product } from './support/paths.ts'
import { expect } from './support/test.ts'

test.use(withServiceWorker)

test('a price is current at each visit, and a stored page shows the new one when the connection is back', async ({
  page,
  context,
}) => {
  const { session, record } = await enterAdminWithProduct(page, { priceInUSD: 8 })
  const path = product('crystal', record.slug)
  const price = page
    .getByRole('main')
    .getByText(/^\$ \d/)
    .first()
  let { version } = record
  const setPrice = async (priceInUSD: number) => {
    const data = { version, priceInUSD }
    const changed = await callApi<typeof record>(page.request, session, `/admin/products/${record.productId}/quick`, {
      method: 'PUT',
      data,
    })
    version = changed.version
  }
  await page.goto(path)
  await waitUntilStored(page, path)
  await expect(price).toHaveText('$ 8')

  await setPrice(9)
  await page.goto(path)
  await expect(price).toHaveText('$ 9')
  await waitUntilStored(page, path)

  await context.setOffline(true)
  await page.reload()
  await expect(offlineNotice(page)).toHaveText(timedNotice)
  await setPrice(11)
  await context.setOffline(false)
  await expect(offlineNotice(page)).toHaveCount(0)
  await expect(price).toHaveText('$ 11')
})
