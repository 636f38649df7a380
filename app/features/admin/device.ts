import { logError } from '#app/lib/log-error.ts'
import { pushScope, readSubscription, unsubscribeDevice } from '#app/lib/push-subscription.ts'
import { callAuthenticated, callWithToken } from '#app/queries/client.ts'
import { turnOffDevice, turnOnDevice } from '#modules/notifications/admin-contract.ts'

export type DeviceStatus = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** `isOn` is what the server has stored for this session. */
export async function readDeviceStatus(isOn: boolean): Promise<DeviceStatus> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return isOn && (await readSubscription()) ? 'on' : 'off'
}

/** Must be called by a click: browsers ask for permission only then. */
export async function subscribeDevice(publicKey: string): Promise<DeviceStatus> {
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'blocked' : 'off'
  const registration = await navigator.serviceWorker.register('/admin-notifications.js', { scope: pushScope })
  await activation(registration)
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  // A subscription with another key, for example from before a new installation of the shop, refuses this one.
  const subscription = await registration.pushManager.subscribe(options).catch(async () => {
    await unsubscribeDevice()
    return registration.pushManager.subscribe(options)
  })
  await callAuthenticated(turnOnDevice, { body: bodyOf(subscription) })
  return 'on'
}

/** `navigator.serviceWorker.ready` may be the service worker of the shop, if the visit began there. */
async function activation({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (!worker) return
  await new Promise<void>((resolve, reject) => {
    const check = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The service worker could not be installed.'))
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

export async function turnOff(): Promise<DeviceStatus> {
  await callAuthenticated(turnOffDevice)
  await unsubscribeDevice()
  return 'off'
}

/** A device that was turned on stays on after a new sign-in, and after the browser has renewed its subscription. */
export async function renewDevice(): Promise<void> {
  try {
    const subscription = isSupported() ? await readSubscription() : undefined
    if (subscription && Notification.permission === 'granted')
      await callWithToken(turnOnDevice, { body: bodyOf(subscription) })
  } catch (error) {
    logError('Could not renew the notifications of this device', error)
  }
}

function bodyOf(subscription: PushSubscription) {
  const { keys } = subscription.toJSON()
  return { endpoint: subscription.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}
