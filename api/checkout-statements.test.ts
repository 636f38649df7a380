import { expect, test } from 'vitest'
import { addProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { findProductIds } from '#tests/support/shopper.ts'

test('a checkout from registration to order takes 16 statements', async () => {
  const shop = await testShop()
  await addProducts(shop)
  const email = `${crypto.randomUUID()}@people.example`
  const password = 'Himalaya-2026'
  const productId = (await findProductIds(shop)).product('singing-bowl')
  const steps: Record<string, number> = {}
  let token = ''
  const call = async (step: string, path: string, body: object): Promise<Record<string, string>> => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    let json: Record<string, string> = {}
    steps[step] = await shop.countStatements(async () => {
      const response = await shop.fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(response.ok).toBe(true)
      json = (await response.json()) as Record<string, string>
    })
    return json
  }
  await call('register', '/authentication/register?role=Customer', { username: 'Way To Order', email, password })
  token = (await call('sign in', '/authentication/login', { username: email, password })).token ?? ''
  const { shoppingCartId } = await call('cart', '/ShoppingCart/CartItem', { productId, quantity: 1 })
  const address = { country: 'Nepal', state: 'Bagmati', city: 'Lalitpur', streetAddress: 'Mangal Bazaar 1' }
  const { addressId } = await call('address', '/addresses', address)
  await call('order', '/order', { shoppingCartId, addressId, method: 0 })
  expect(steps).toEqual({ register: 5, 'sign in': 2, cart: 2, address: 2, order: 5 })
})
