import { renderPage } from '#app/render.server.ts'
import { Catalog } from '#modules/catalog/service.server.ts'
import { openShop, type Shop } from '#modules/shop.server.ts'
import { readSettings } from '#platform/env.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createShopApp, type ShopApp } from './app.ts'
import { describeDatabase, printBanner, printStep } from './banner.ts'
import { type DemoAccounts, furnishDemo } from './demo.ts'

/** One database stays open while modules come and go, so it hangs on the process and not on a module. */
const kept = globalThis as { alpineDevShop?: Promise<{ shop: Shop; accounts: DemoAccounts }> }

async function open() {
  const settings = readSettings(process.env)
  const shop = await openShop(settings, createLog(settings))
  printStep('Database', describeDatabase(settings))
  return { shop, accounts: await furnishDemo(shop) }
}

export async function openOnce(): Promise<Shop> {
  kept.alpineDevShop ??= open()
  return (await kept.alpineDevShop).shop
}

let app: Promise<ShopApp> | undefined

export function currentApp(): Promise<ShopApp> {
  app ??= openOnce().then((opened) => {
    const shop = { ...opened, catalog: new Catalog() }
    return createShopApp(shop, renderPage(shop), 'public')
  })
  return app
}

export async function announce(port: number): Promise<void> {
  const opened = await kept.alpineDevShop
  if (opened) printBanner(opened.shop.settings, port, opened.accounts)
}

export async function closeShop(): Promise<void> {
  await (await kept.alpineDevShop)?.shop.close()
}
