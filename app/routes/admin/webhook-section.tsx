import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { relativeTime } from '#app/features/order/order.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { replaceWebhookSecret, testWebhook, type WebhookDelivery } from '#modules/notifications/admin-contract.ts'

type Props = { urlField: ReactNode; canTest: boolean; deliveries: readonly WebhookDelivery[] }

/** The URL is saved with the other settings; the secret and the test act at once. */
export function WebhookSection({ urlField, canTest, deliveries }: Props) {
  const { revalidate } = useRevalidator()
  const [testing, runTest] = useBusy()
  const sendTest = async () => {
    try {
      const { error } = await callAuthenticated(testWebhook)
      toast(error ?? 'The receiver accepted the test', error ? 'error' : 'success')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
    await revalidate()
  }
  return (
    <div className="col-span-full min-w-0">
      {urlField}
      <div className="mb-4 flex flex-wrap gap-3">
        <Button look="line" disabled={!canTest} busy={testing} busyText="Sending..." onClick={() => runTest(sendTest)}>
          Send a test
        </Button>
        <SigningSecret />
      </div>
      {deliveries.length > 0 && <Deliveries deliveries={deliveries} />}
    </div>
  )
}

function SigningSecret() {
  const [secret, setSecret] = useState('')
  const create = async () => {
    try {
      setSecret((await callAuthenticated(replaceWebhookSecret)).secret)
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
  }
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast('Secret copied', 'success'),
      () => toast('Select the secret and copy it yourself', 'error'),
    )
  return (
    <>
      <ConfirmButton
        trigger={<Button look="line">Create new secret</Button>}
        title="Create a new signing secret?"
        text="The receiver checks with it that a message comes from your shop. The present secret stops working at once."
        action="Create new secret"
        onConfirm={create}
      />
      {secret && (
        <div className="w-full bg-paper p-4" role="status">
          <p className="m-0 mb-2">Copy the secret now. It is not shown again.</p>
          <div className="flex flex-wrap items-center gap-3">
            <code className="min-w-0 flex-1 basis-56 select-all [overflow-wrap:anywhere]">{secret}</code>
            <Button look="line" onClick={copy}>
              Copy secret
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

const eventNames = { 'order.placed': 'Order', 'enquiry.received': 'Enquiry', test: 'Test' } as const

function outcomeOf({ status, responseStatus, error, attempts }: WebhookDelivery): string {
  if (status === 'delivered') return `Delivered (${responseStatus})`
  const attemptCount = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (status === 'failed') return `Failed after ${attemptCount}: ${error}`
  return attempts === 0 ? 'Waiting' : `Trying again after ${attemptCount}: ${error}`
}

function Deliveries({ deliveries }: Pick<Props, 'deliveries'>) {
  return (
    <details className="framed bg-paper">
      <summary className="flex min-h-target cursor-pointer items-center px-4">Latest deliveries</summary>
      <ul className="m-0 max-h-96 list-none overflow-y-auto p-0" aria-label="Latest deliveries">
        {deliveries.map((delivery) => (
          <li
            key={delivery.deliveryId}
            className="grid gap-x-4 border-rule border-t px-4 py-2.5 sm:grid-cols-[1fr_auto]"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {delivery.subject ?? eventNames[delivery.event]} · {outcomeOf(delivery)}
            </span>
            <time className="text-granite text-note" dateTime={delivery.createdAt}>
              {relativeTime(delivery.createdAt, new Date())}
            </time>
          </li>
        ))}
      </ul>
    </details>
  )
}
