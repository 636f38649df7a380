import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const wide = { width: 1440, height: 900 }
const once = { viewport: wide, contextOptions: { reducedMotion: 'reduce' } } as const
const desktop = { viewport: wide }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** What the owner does, in a shop of its own. */
const office = /\/(admin|goods|owner)[\w-]*(\.once)?\.spec\.ts$/
const inOffice = process.env.OFFICE_URL ? { baseURL: process.env.OFFICE_URL } : {}

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Long enough for a machine that has much else to do.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  use: {
    // Set by the global setup, and so known when a worker reads this file.
    baseURL: process.env.SHOP_URL,
    trace: 'off',
    launchOptions: {
      executablePath: findChromium() ?? 'chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      // What a width does not change: words, answers, addresses, calls. Where motion is the point, a file asks for it.
      name: 'once',
      testMatch: '**/*.once.spec.ts',
      testIgnore: office,
      use: once,
    },
    { name: 'desktop', testIgnore: ['**/*.once.spec.ts', office], use: desktop },
    { name: 'phone', testIgnore: ['**/*.once.spec.ts', office], use: phone },
    { name: 'office once', testMatch: office, testIgnore: '**/admin-orders.spec.ts', use: { ...once, ...inOffice } },
    { name: 'office desktop', testMatch: '**/admin-orders.spec.ts', use: { ...desktop, ...inOffice } },
    { name: 'office phone', testMatch: '**/admin-orders.spec.ts', use: { ...phone, ...inOffice } },
  ],
})
