import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium as browserType } from '@playwright/test'
import { chromium } from './support/chromium.ts'
import { shopUnderTest } from './support/shop-under-test.ts'
import { expect, test } from './support/test.ts'

test('Chromium can install the shop as an app', async () => {
  // The other contexts are private windows, in which nothing can be installed.
  const profile = await mkdtemp(path.join(tmpdir(), 'alpine-profile-'))
  const context = await browserType.launchPersistentContext(profile, chromium({ media: true }))
  const page = context.pages()[0] ?? (await context.newPage())
  const devTools = await context.newCDPSession(page)
  await page.goto(shopUnderTest().url)
  expect(await devTools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  const { errors } = await devTools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  await context.close()
  await rm(profile, { recursive: true, force: true })
})
