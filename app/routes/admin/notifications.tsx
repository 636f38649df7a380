import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import {
  type DeviceStatus,
  readDeviceStatus,
  renewDevice,
  subscribeDevice,
  turnOff,
} from '#app/features/admin/device.ts'
import { Panel } from '#app/features/admin/form-section.tsx'
import { ApiError, errorMessage } from '#app/lib/api.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { getStaffMember } from '#modules/accounts/admin-contract.ts'
import { getDevice, testDevice } from '#modules/notifications/admin-contract.ts'
import { can } from '#shared/rights.ts'
import type { Route } from './+types/notifications'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await renewDevice()
  const [device, { role }] = await Promise.all([loadAsStaff(request, getDevice), loadAsStaff(request, getStaffMember)])
  return { device, canChangeSettings: can(role, 'settings'), status: await readDeviceStatus(device.isOn) }
}

const statusTexts: Record<DeviceStatus, string> = {
  unsupported:
    'This browser cannot show notifications. On an iPhone or iPad, add the back office to the Home Screen and open it from there.',
  blocked: 'This browser blocks notifications of the shop. Allow them in its site settings, then reload this page.',
  off: 'Get a notification for each new order and each new enquiry, also when the back office is closed.',
  on: 'This device shows a notification for each new order and each new enquiry, also when the back office is closed. It stops when you sign out.',
}

export default function Notifications({ loaderData: { device, canChangeSettings, status } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Notifications" />
      <div className="grid max-w-2xl gap-5">
        <DevicePanel publicKey={device.publicKey} loadedStatus={status} />
        {canChangeSettings && (
          <p className="m-0 text-granite">
            Emails to the shop and the webhook for other services are in{' '}
            <Link className="text-link" to={href('/admin/settings')}>
              Settings
            </Link>
            .
          </p>
        )}
      </div>
    </>
  )
}

function DevicePanel({ publicKey, loadedStatus }: { publicKey: string; loadedStatus: DeviceStatus }) {
  const [status, setStatus] = useState(loadedStatus)
  const [busy, run] = useBusy()
  useEffect(() => setStatus(loadedStatus), [loadedStatus])
  const isOn = status === 'on'
  const toggle = async () => {
    try {
      const next = await (isOn ? turnOff() : subscribeDevice(publicKey))
      setStatus(next)
      if (next !== status) toast(statusToasts[next], next === 'blocked' ? 'error' : 'success')
    } catch (error) {
      toast(error instanceof ApiError ? error.message : browserError, 'error')
    }
  }
  const sendTest = () =>
    callAuthenticated(testDevice).then(
      () => toast('Test sent. It appears in a few seconds.', 'success'),
      (error) => toast(errorMessage(error), 'error'),
    )
  return (
    <Panel title="This device">
      <p className="m-0 mb-4" role="status">
        {statusTexts[status]}
      </p>
      {(isOn || status === 'off') && (
        <div className="flex flex-wrap gap-3">
          {/* Not disabled while busy, so that it keeps the focus. */}
          <Button look={isOn ? 'line' : 'ink'} onClick={() => void (busy || run(toggle))}>
            {isOn ? 'Turn off notifications' : 'Get notifications on this device'}
          </Button>
          {isOn && (
            <Button look="line" onClick={() => void sendTest()}>
              Send a test
            </Button>
          )}
        </div>
      )}
    </Panel>
  )
}

const browserError = 'The browser could not turn on notifications. Please try again later.'

const statusToasts: Record<DeviceStatus, string> = {
  unsupported: 'This browser cannot show notifications',
  blocked: 'The browser blocks notifications',
  off: 'Notifications are off on this device',
  on: 'Notifications are on',
}
