import { renderPage } from '#app/render.server.ts'
import { Catalog } from '#modules/catalog/service.server.ts'
import { openShop, type Shop } from '#modules/shop.server.ts'
import { readSettings } from '#platform/env.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createShopApp, type ShopApp } from './app.ts'
import { describeDatabase, printBanner, printStep } from './banner.ts'
import { type DemoAccounts, seedDemo } from './demo.ts'

/** The database stays open while modules reload, so it is stored on the process. */
const processState = globalThis as { alpineDevShop?: Promise<{ shop: Shop; accounts: DemoAccounts }> }

async function open() {
  const settings = readSettings(process.env)
  const shop = await openShop(settings, createLog(settings))
  printStep('Database', describeDatabase(settings))
  return { shop, accounts: await seedDemo(shop) }
}

export async function openOnce(): Promise<Shop> {
  processState.alpineDevShop ??= open()
  return (await processState.alpineDevShop).shop
}

let app: Promise<ShopApp> | undefined

export function currentApp(): Promise<ShopApp> {
  app ??= openOnce().then((openShop) => {
    const shop = { ...openShop, catalog: new Catalog() }
    return createShopApp(shop, renderPage(shop), 'public')
  })
  return app
}

export async function printDevBanner(port: number): Promise<void> {
  const devShop = await processState.alpineDevShop
  if (devShop) printBanner(devShop.shop.settings, port, devShop.accounts)
}

export async function closeShop(): Promise<void> {
  await (await processState.alpineDevShop)?.shop.close()
}
