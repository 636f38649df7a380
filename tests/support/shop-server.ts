import path from 'node:path'
import { openShop } from '#modules/shop.server.ts'
import { readSettings } from '#platform/env.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createShopApp } from '#server/app.ts'
import { listen } from '#server/listen.ts'

/** The whole server but for its pages, run from its sources as a process of its own: see shop-process.ts. */
const settings = readSettings(process.env)
const shop = await openShop(settings, createLog(settings))
const page = async () => new Response('<!doctype html><title>A page</title>')
const { port } = await listen(shop, createShopApp(shop, page, path.join(settings.dataDir, 'no-assets')))
process.stdout.write(`listening on ${port}\n`)
