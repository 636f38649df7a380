import { type ReactNode, useState } from 'react'
import { data, href, Link, useRevalidator } from 'react-router'
import { alertTitle, alertUrl, StockAlertList } from '#app/features/product/stock-alert-list.tsx'
import { Seo } from '#app/features/site/seo.tsx'
import { ApiError, call, errorMessage } from '#app/lib/api.ts'
import type { Handle } from '#app/lib/handle.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { NoScriptMessage } from '#app/ui/script-form.tsx'
import { toast } from '#app/ui/toast.tsx'
import {
  confirmStockAlert,
  endStockAlertOfLink,
  getStockAlertLink,
  type StockAlertLink,
  unsubscribe,
  type WireStockAlert,
} from '#modules/stock-alerts/contract.ts'
import type { Route } from './+types/link'

export const handle: Handle = { robots: 'noindex' }

/** Opening the link changes nothing, because email scanners open links too. */
export async function clientLoader({ request, params: { token } }: Route.ClientLoaderArgs) {
  return call(getStockAlertLink, { params: { token }, signal: request.signal }).catch((error) => {
    throw error instanceof ApiError
      ? data({ message: errorMessage(error, '') }, { status: error.status || 503 })
      : error
  })
}

export function HydrateFallback() {
  return (
    <Page title="One moment" isBusy>
      <p className="m-0 mt-4 text-granite">We are checking your link.</p>
      <NoScriptMessage>Stock alerts need JavaScript.</NoScriptMessage>
    </Page>
  )
}

export default function StockAlertLinkPage({ loaderData: link, params: { token } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [busy, run] = useBusy()
  const [endedText, setEndedText] = useState<string>()
  const { alert, alerts, email } = link

  const attempt = (work: () => Promise<unknown>, onDone: () => unknown) =>
    run(async () => {
      try {
        await work()
        await onDone()
      } catch (error) {
        toast(errorMessage(error), 'error')
      }
    })
  /** Loads the page again after a change. */
  const change = (work: () => Promise<unknown>, message: string) =>
    attempt(work, () => {
      toast(message, 'success')
      return revalidate()
    })
  const endAlert = ({ alertId }: WireStockAlert) => call(endStockAlertOfLink, { params: { token, alertId } })

  const endAll = () =>
    attempt(
      () => call(unsubscribe, { params: { token } }),
      () => setEndedText(`We will not email ${email} about stock, unless you ask again.`),
    )
  /** The link ends with its own alert. */
  const endOwn = () =>
    attempt(
      () => endAlert(alert),
      () => {
        const hasOthers = alerts.some(({ alertId }) => alertId !== alert.alertId)
        setEndedText(
          `We will not email ${email} about ${alertTitle(alert)}, unless you ask again.${hasOthers ? ' Your other stock alerts stay.' : ''}`,
        )
      },
    )

  if (endedText) {
    return (
      <Page title="We will not email you">
        <p className="m-0 mt-4 text-granite wrap-anywhere" role="status">
          {endedText}
        </p>
        <Link className="btn btn-ink mt-10" to={href('/shop')}>
          Go to the shop
        </Link>
      </Page>
    )
  }
  if (!alert.isConfirmed) {
    return (
      <Page title={`Email you when ${alertTitle(alert)} is back?`}>
        <p className="m-0 mt-4 text-granite wrap-anywhere">We will send one email to {email}.</p>
        <Button
          className="mt-10"
          busy={busy}
          busyText="Confirming..."
          onClick={() => change(() => call(confirmStockAlert, { params: { token } }), 'Request confirmed')}
        >
          Yes, email me
        </Button>
        <button type="button" className="btn-text mt-2" disabled={busy} onClick={endOwn}>
          <span>No, do not email me</span>
        </button>
      </Page>
    )
  }
  return (
    <Page title="Your stock alerts">
      <Sentence link={link} />
      {alerts.length > 0 && (
        <>
          <StockAlertList
            className="mt-8"
            alerts={alerts}
            busy={busy}
            onEnd={(each) =>
              each.alertId === alert.alertId ? endOwn() : change(() => endAlert(each), 'Stock alert ended')
            }
          />
          <Button className="mt-8" look="line" busy={busy} onClick={endAll}>
            End all stock alerts
          </Button>
        </>
      )}
    </Page>
  )
}

function Sentence({ link: { alert, alerts, email } }: { link: StockAlertLink }) {
  if (alerts.length > 0)
    return (
      <p className="m-0 mt-4 max-w-prose text-granite wrap-anywhere">
        We will send one email to {email} for each of these when it is back in stock.
      </p>
    )
  return (
    <>
      <p className="m-0 mt-4 max-w-prose text-granite wrap-anywhere">
        {alert.isSent ? `We have emailed ${email} that ${alertTitle(alert)} is back.` : ''} No other email will follow.
      </p>
      <Link className="btn btn-ink mt-10" to={alertUrl(alert)}>
        See {alertTitle(alert)}
      </Link>
    </>
  )
}

function Page({ title, isBusy = false, children }: { title: string; isBusy?: boolean; children: ReactNode }) {
  return (
    <div className="page flex min-h-[60vh] flex-col items-center justify-center py-16 text-center" aria-busy={isBusy}>
      <Seo title="Stock alerts" description="Emails about what is back in stock." path={href('/shop')} />
      <MountainDrawing className="h-auto max-w-sm" />
      <h1 className="t-h2 mt-12 max-w-3xl wrap-anywhere">{title}</h1>
      {children}
    </div>
  )
}
