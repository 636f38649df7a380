import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call, errorMessage } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { logError } from '#app/lib/log-error.ts'
import { readSession, useSession } from '#app/state/session.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { ScriptForm } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import {
  endStockAlert,
  listStockAlerts,
  requestStockAlert,
  type WireStockAlert,
} from '#modules/stock-alerts/contract.ts'
import { emailField } from '#shared/fields.ts'
import { AlertRow, alertList, alertRow, type SoldOutItem } from './stock-alerts.tsx'

const bodyOf = ({ productId, variant }: SoldOutItem) => ({ productId, productAttributeId: variant?.id ?? null })

const isAlertOf =
  ({ productId, variant }: SoldOutItem) =>
  (alert: WireStockAlert) =>
    alert.productId === productId && alert.productAttributeId === (variant?.id ?? null)

/** `requested` is the item whose button loaded this panel. */
export default function StockAlertPanel({
  items,
  requested,
}: {
  items: SoldOutItem[]
  requested: SoldOutItem | undefined
}) {
  const userId = useSession((session) => session.userId)
  const [alerts, setAlerts] = useState<WireStockAlert[]>([])
  useEffect(() => {
    if (!userId) return
    const controller = new AbortController()
    call(listStockAlerts, { params: { userId }, token: readSession().token ?? '', signal: controller.signal }).then(
      (loaded) => setAlerts(loaded.alerts),
      (error) => controller.signal.aborted || logError('Could not load the stock alerts', error),
    )
    return () => controller.abort()
  }, [userId])
  const without = (ended: WireStockAlert) => alerts.filter(({ alertId }) => alertId !== ended.alertId)
  return (
    <ul className={alertList}>
      {items.map((item) => (
        <Item
          key={item.variant?.id}
          item={item}
          isRequested={isSame(item, requested)}
          alert={alerts.find(isAlertOf(item))}
          onAdd={(alert) => setAlerts([...without(alert), alert])}
          onEnd={(alert) => setAlerts(without(alert))}
        />
      ))}
    </ul>
  )
}

const isSame = (item: SoldOutItem, requested: SoldOutItem | undefined) =>
  requested !== undefined && item.variant?.id === requested.variant?.id

type ItemProps = {
  item: SoldOutItem
  isRequested: boolean
  alert: WireStockAlert | undefined
  onAdd: (alert: WireStockAlert) => void
  onEnd: (alert: WireStockAlert) => void
}

function Item({ item, isRequested, alert, onAdd, onEnd }: ItemProps) {
  const [isFormOpen, setFormOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const [hasRequested, setHasRequested] = useState(isRequested)
  const [busy, run] = useBusy()

  const ask = () => {
    setHasRequested(true)
    const { isLoggedIn, userEmail } = readSession()
    if (!isLoggedIn) return setFormOpen(true)
    return run(async () => {
      try {
        const { callAuthenticated } = await import('#app/queries/client.ts')
        const answer = await callAuthenticated(requestStockAlert, { body: bodyOf(item) })
        if (answer.alert) onAdd(answer.alert)
        else setSentTo(userEmail ?? '')
      } catch (error) {
        toast(errorMessage(error), 'error')
      }
    })
  }
  const requestAtFirst = useEffectEvent(ask)
  useEffect(() => {
    if (isRequested) void requestAtFirst()
  }, [isRequested])

  if (alert?.isConfirmed) return <Waiting alert={alert} item={item} takesFocus={hasRequested} onEnd={onEnd} />
  if (sentTo !== undefined || alert)
    return <LinkSent to={sentTo ?? readSession().userEmail ?? ''} takesFocus={hasRequested} />
  if (isFormOpen) return <EmailForm item={item} onSent={setSentTo} />
  return <AlertRow item={item} onAsk={ask} busy={busy} />
}

/** After a press, the control that had the focus is gone. */
function useFocusAfterPress<Target extends HTMLElement>(takesFocus: boolean) {
  const target = useRef<Target>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) target.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return target
}

type WaitingProps = Pick<ItemProps, 'item' | 'onEnd'> & { alert: WireStockAlert; takesFocus: boolean }

function Waiting({ alert, item: { variant }, takesFocus, onEnd }: WaitingProps) {
  const button = useFocusAfterPress<HTMLButtonElement>(takesFocus)
  const [busy, run] = useBusy()
  const end = () =>
    run(async () => {
      try {
        const { callAuthenticated } = await import('#app/queries/client.ts')
        const { userId } = readSession()
        await callAuthenticated(endStockAlert, { params: { userId: userId ?? '', alertId: alert.alertId } })
        onEnd(alert)
      } catch (error) {
        toast(errorMessage(error), 'error')
      }
    })
  return (
    <li className={alertRow}>
      <span role="status" className="min-w-0 wrap-anywhere">
        We will email you when {variant ? `${variant.value} is` : 'it is'} back.
      </span>
      <button ref={button} type="button" className="btn-text" disabled={busy} aria-busy={busy} onClick={end}>
        <span>Do not email me</span>
      </button>
    </li>
  )
}

function LinkSent({ to, takesFocus }: { to: string; takesFocus: boolean }) {
  const message = useFocusAfterPress<HTMLParagraphElement>(takesFocus)
  return (
    <li className="py-2 text-note">
      <p ref={message} tabIndex={-1} role="status" className="m-0 outline-none">
        Please check your email: unless <span className="wrap-anywhere">{to}</span> waits already, we sent a link to
        confirm. It works for seven days.
      </p>
    </li>
  )
}

const formSchema = z.object({ email: emailField })

function EmailForm({ item, onSent }: { item: SoldOutItem; onSent: (email: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: formSchema,
    async send({ email }) {
      await call(requestStockAlert, { body: { ...bodyOf(item), email } })
      onSent(email)
    },
    failed: (error, isShown) => isShown || toast(errorMessage(error), 'error'),
  })
  return (
    <li className="py-2">
      <ScriptForm
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3"
        aria-label={item.variant ? `Email me when ${item.variant.value} is back` : 'Email me when it is back'}
        onSubmit={onSubmit}
        onInput={onInput}
      >
        <Field
          ref={input}
          label={item.variant ? `Email, when ${item.variant.value} is back` : 'Email'}
          name="email"
          type="email"
          autoComplete="email"
          spellCheck={false}
          required
          error={errors.email}
        />
        <Button type="submit" look="line" className="mt-[1.75rem] px-5" busy={sending} busyText="Sending...">
          Email me
        </Button>
      </ScriptForm>
    </li>
  )
}
