import { defineConfig } from '@playwright/test'
import { chromium } from './tests/e2e/support/chromium.ts'
import { bothWidths, bothWidthsInFull, onlyInFull, onlyPhone } from './tests/e2e/support/test.ts'
import { isFull } from './tests/support/full-run.ts'

const onPhone = [onlyPhone, bothWidths, ...(isFull ? [bothWidthsInFull] : [])]
const excluded = isFull ? [] : [new RegExp(onlyInFull)]

export default defineConfig({
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Long enough for a busy machine.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  use: {
    // The global setup sets this before workers read the file.
    baseURL: process.env.SHOP_URL,
    trace: 'off',
    screenshot: 'only-on-failure',
    // It would answer requests that tests intercept.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromium({ media: false }),
  },
  projects: [
    { name: 'http', testDir: 'tests/http', grepInvert: excluded },
    {
      name: 'desktop',
      testDir: 'tests/e2e',
      grepInvert: [new RegExp(onlyPhone), ...excluded],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testDir: 'tests/e2e',
      grep: new RegExp(onPhone.join('|')),
      grepInvert: excluded,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
