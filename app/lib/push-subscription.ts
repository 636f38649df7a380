/** The service worker of the back office is registered for this path. */
export const pushScope = '/admin'

/** Undefined where notifications were never turned on, or the browser has none. */
export async function readSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(pushScope)
  return (await registration?.pushManager?.getSubscription()) ?? undefined
}

/** Otherwise the next person who signs in on this device would get the messages. */
export async function unsubscribeDevice(): Promise<void> {
  await (await readSubscription())?.unsubscribe()
}
