export type ShopUnderTest = {
  url: string
  /** The copy in which the owner works. */
  adminUrl: string
  settings: Record<string, string>
  /** The lines that `npm start` printed on an empty folder, and those of the next opening. */
  openings: [string[], string[]]
}

/** The workers inherit the environment in which the setup ran. */
export function noteShopUnderTest(shop: ShopUnderTest): void {
  process.env.SHOP_URL = shop.url
  process.env.ADMIN_URL = shop.adminUrl
  process.env.SHOP_UNDER_TEST = JSON.stringify(shop)
}

export function shopUnderTest(): ShopUnderTest {
  return JSON.parse(process.env.SHOP_UNDER_TEST ?? '') as ShopUnderTest
}
