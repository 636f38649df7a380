export type ShopUnderTest = {
  url: string
  /** The copy in which the owner works. */
  officeUrl: string
  settings: Record<string, string>
  openings: { banner: string }[]
}

/** The workers inherit the environment in which the setup ran. */
export function noteShopUnderTest(shop: ShopUnderTest): void {
  process.env.SHOP_URL = shop.url
  process.env.OFFICE_URL = shop.officeUrl
  process.env.SHOP_UNDER_TEST = JSON.stringify(shop)
}

export function shopUnderTest(): ShopUnderTest {
  return JSON.parse(process.env.SHOP_UNDER_TEST ?? '') as ShopUnderTest
}
