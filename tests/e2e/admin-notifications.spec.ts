import type { Worker } from '@playwright/test'
import { startPushService } from '#tests/support/push-service.ts'
import { createSession, logIn, register, storeSession } from './support/accounts.ts'
import { enterAdmin, heading, ownerCredentials, test } from './support/admin.ts'
import { placeOrder } from './support/orders.ts'
import { bothWidths, expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

type Subscription = { endpoint: string; p256dh: string; auth: string }

/** Where the subscription of the page is stored. */
const subscribedKey = 'subscribed'

/** Headless Chromium has neither permission nor a push service, so the page gets those of the test. */
function subscribeTo({ endpoint, p256dh, auth }: Subscription): void {
  const key = 'subscribed'
  const subscription = () => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => {
      localStorage.removeItem(key)
      return true
    },
  })
  Object.assign(PushManager.prototype, {
    subscribe: async () => {
      localStorage.setItem(key, 'yes')
      return subscription()
    },
    getSubscription: async () => (localStorage.getItem(key) ? subscription() : null),
  })
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
}

type Shown = { title: string; options: NotificationOptions; clickedUrl: string }

/** What the service worker shows for a message, and the page that a click on it opens. */
const showAndClick = (worker: Worker, message: unknown): Promise<Shown> =>
  worker.evaluate(async (data) => {
    const { registration, clients } = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow(url: string): Promise<null> }
    }
    const event = (name: string, type: string, init: object) =>
      dispatchEvent(new (Reflect.get(globalThis, name) as new (type: string, init: object) => Event)(type, init))
    const shown = Promise.withResolvers<Pick<Shown, 'title' | 'options'>>()
    const clickedUrl = Promise.withResolvers<string>()
    registration.showNotification = async (title, options = {}) => shown.resolve({ title, options })
    clients.openWindow = async (url) => {
      clickedUrl.resolve(url)
      return null
    }
    event('PushEvent', 'push', { data })
    const { title, options } = await shown.promise
    const click = new Event('notificationclick')
    Object.assign(click, { notification: { data: options.data, close: () => {} }, waitUntil: () => {} })
    dispatchEvent(click)
    return { title, options, clickedUrl: await clickedUrl.promise }
  }, JSON.stringify(message))

test.describe('notifications on this device', () => {
  test.use({ ownContext: true, serviceWorkers: 'allow' })

  test('are turned on, show a new order and open it, and are turned off', { tag: bothWidths }, async ({
    page,
    context,
    request,
  }) => {
    const service = await startPushService()
    const browser = service.browser()
    await page.addInitScript(subscribeTo, browser.subscription)
    await enterAdmin(page)
    await page.goto('/admin/notifications')
    await expect(heading(page, 'Notifications')).toBeVisible()
    const main = page.getByRole('main')
    await expectToast(page, ['status', 'Notifications are on'], () =>
      main.getByRole('button', { name: 'Get notifications on this device' }).click(),
    )
    await expect(main.getByRole('button', { name: 'Turn off notifications' })).toBeFocused()

    const { orderId, orderNumber } = await placeOrder(request, await createSession(request, await register(request)), {
      slug: 'tumbled-stone-mix',
    })
    const messages = () =>
      browser.received().map((received) => browser.read(received) as { title: string; url: string })
    const messageOf = () => messages().find(({ title }) => title.includes(orderNumber))
    await expect.poll(messageOf, { timeout: 15_000 }).toMatchObject({ url: `/admin/orders/${orderId}` })
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    expect(await showAndClick(worker, messageOf())).toMatchObject({
      title: messageOf()?.title,
      options: { tag: orderId, body: expect.stringMatching(/^1 item, /) },
      clickedUrl: new URL(`/admin/orders/${orderId}`, page.url()).href,
    })

    await page.reload()
    await expectToast(page, ['status', 'Notifications are off on this device'], () =>
      main.getByRole('button', { name: 'Turn off notifications' }).click(),
    )
    await expect(main.getByRole('button', { name: 'Get notifications on this device' })).toBeFocused()
    await service.close()
  })

  test('end with the sign-out', async ({ page }) => {
    const service = await startPushService()
    await page.addInitScript(subscribeTo, service.browser().subscription)
    // Not with the session of the other tests, which ends here.
    await storeSession(page, await createSession(page.request, ownerCredentials()))
    await page.goto('/admin/notifications')
    await page.getByRole('button', { name: 'Get notifications on this device' }).click()
    await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), subscribedKey)).toBeNull()
    await service.close()
  })

  test('belong to the service worker of the back office when the visit began in the shop', async ({ page }) => {
    const service = await startPushService()
    await page.addInitScript(subscribeTo, service.browser().subscription)
    await page.addInitScript(() => {
      const { subscribe } = PushManager.prototype
      PushManager.prototype.subscribe = async function () {
        const registrations = await navigator.serviceWorker.getRegistrations()
        const { scope = '' } = registrations.find(({ pushManager }) => pushManager === this) ?? {}
        localStorage.setItem('scope', scope)
        return subscribe.call(this)
      }
    })
    await page.goto('/login?returnTo=%2Fadmin%2Fnotifications')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const { email, password } = ownerCredentials()
    await logIn(page, email, password)
    await page.getByRole('button', { name: 'Get notifications on this device' }).click()
    await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('scope'))).toMatch(/\/admin$/)
    await service.close()
  })

  test('that the browser blocks say how to allow them', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    })
    await enterAdmin(page)
    await page.goto('/admin/notifications')
    await expect(page.getByRole('main')).toContainText('Allow them in its site settings')
    await expect(page.getByRole('button', { name: 'Get notifications on this device' })).toHaveCount(0)
  })
})
