export type ShopUnderTest = {
  url: string
  /** The second shop, on a copy of the data, for the admin tests. */
  adminUrl: string
  /** An unused copy of the data, for the shops that tests start. */
  seededDir: string
  settings: Record<string, string>
  /** The lines printed by `npm start` on an empty folder and by the next start. */
  startOutputs: [string[], string[]]
}

/** Test workers inherit the environment of the setup. */
export function setShopUnderTest(shop: ShopUnderTest): void {
  process.env.SHOP_URL = shop.url
  process.env.ADMIN_URL = shop.adminUrl
  process.env.SHOP_UNDER_TEST = JSON.stringify(shop)
}

export function shopUnderTest(): ShopUnderTest {
  return JSON.parse(process.env.SHOP_UNDER_TEST ?? '') as ShopUnderTest
}
