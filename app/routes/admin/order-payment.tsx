import { useState } from 'react'
import { href, Link } from 'react-router'
import * as z from 'zod/mini'
import { useCan } from '#app/features/admin/use-can.ts'
import { relativeTime, timeInSentence } from '#app/features/order/order.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Field, SelectField } from '#app/ui/field.tsx'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import type { CashKind } from '#modules/orders/cash-entry.ts'
import { addPayment, type PaymentInput, paymentInputSchema } from '#modules/orders/change-contract.ts'
import { wayNames } from './order-activity.ts'
import { OrderDialog, TextButton } from './order-dialog.tsx'
import {
  allowedPayments,
  amountLabel,
  isWithin,
  limitOf,
  orderMoney,
  refundNotice,
  typedPayment,
} from './order-money.ts'
import { methodOptions, RefundNotice } from './order-return.tsx'

type Props = { adminOrder: WireAdminOrder }

const figure = 'flex justify-between gap-4'

/** What the customer paid, owes and gets back. */
export function OrderBalance({ adminOrder }: Props) {
  const { balance } = adminOrder
  const rows: [title: string, amount: number, isShown: boolean][] = [
    ['Total', balance.total, true],
    ['Returned products', -balance.returned, balance.returned > 0],
    ['Written off', -balance.writtenOff, balance.writtenOff > 0],
    ['Paid', balance.paid, true],
    ['Refunded', balance.refunded, balance.refunded > 0],
    ['Kept', balance.netPaid, balance.refunded > 0],
    ['Deposit due', balance.depositDue, balance.depositDue > balance.paid && balance.owed > 0],
    ['With the courier', balance.withCourier, balance.withCourier > 0],
  ]
  return (
    <>
      <dl className="grid gap-1 tabular-nums [&_dt]:text-granite">
        {rows
          .filter(([, , isShown]) => isShown)
          .map(([title, amount]) => (
            <div key={title} className={figure}>
              <dt>{title}</dt>
              <dd>{orderMoney(adminOrder, amount)}</dd>
            </div>
          ))}
        <div className={`${figure} mt-1 border-rule border-t pt-2 text-[1.0625rem] [&_dt]:text-ink`}>
          <dt>{balance.toRefund > 0 ? 'To refund' : 'Owed'}</dt>
          <dd className={balance.toRefund > 0 ? 'text-error' : ''}>
            {orderMoney(adminOrder, balance.toRefund || balance.owed)}
          </dd>
        </div>
      </dl>
      <div className="mt-3 grid">
        <RecordPayment adminOrder={adminOrder} />
      </div>
    </>
  )
}

const kindNames: Record<PaymentInput['kind'], string> = {
  deposit: 'Deposit from the customer',
  collected: 'Payment from the customer',
  refunded: 'Refund to the customer',
  'written off': 'Write off: the customer will not pay',
  'courier written off': 'Write off: the courier will not hand over',
}

const paymentFields = z.pick(paymentInputSchema, { kind: true, note: true })

function RecordPayment({ adminOrder }: Props) {
  const { order, version } = adminOrder
  const { orderId, orderNumber } = order
  const allowed = allowedPayments(adminOrder)
  const [chosen, setChosen] = useState<PaymentInput['kind']>()
  const [typed, setTyped] = useState<string>()
  const [method, setMethod] = useState<PaymentInput['method']>('cash')
  const canChange = useCan('orderChanges')
  const [first] = allowed
  const kind = chosen ?? first?.[0]
  const usual = allowed.find(([each]) => each === kind)?.[1] ?? 0
  const amount = kind ? typedPayment.check(isWithin(adminOrder, limitOf(kind, adminOrder))) : typedPayment
  const isWriteOff = kind === 'written off' || kind === 'courier written off'
  return (
    <OrderDialog
      adminOrder={adminOrder}
      isOffered={canChange && allowed.length > 0}
      trigger={<TextButton>Record payment or refund</TextButton>}
      title="Record payment or refund"
      text="The entry is added to the cash ledger of today, or of tomorrow if today is closed."
      action="Save entry"
      schema={z.extend(paymentFields, { amount })}
      onOpen={() => {
        setChosen(undefined)
        setTyped(undefined)
      }}
      send={(values) =>
        callAuthenticated(addPayment, {
          params: { orderId },
          body: { version, ...values, method: isWriteOff ? 'cash' : method },
        })
      }
      message={`Entry for order ${orderNumber} saved`}
    >
      {(errors) => (
        <>
          <SelectField
            label="What happened"
            name="kind"
            value={kind ?? ''}
            options={allowed.map(([each]) => [each, kindNames[each]])}
            error={errors.kind}
            onSelect={(value) => {
              setChosen(value as PaymentInput['kind'])
              setTyped(undefined)
            }}
          />
          <div className={isWriteOff ? '' : 'grid gap-x-4 sm:grid-cols-2'}>
            <Field
              label={amountLabel('Amount', adminOrder)}
              name="amount"
              inputMode="decimal"
              value={typed ?? String(usual)}
              error={errors.amount}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            {!isWriteOff && (
              <SelectField
                label="Paid by"
                name="method"
                value={method}
                options={methodOptions}
                onSelect={(value) => setMethod(value as PaymentInput['method'])}
              />
            )}
          </div>
          {kind === 'refunded' && <RefundNotice text={refundNotice(adminOrder, typed ?? String(usual))} />}
          <Field label="Note" name="note" autoComplete="off" maxLength={500} optional error={errors.note} />
        </>
      )}
    </OrderDialog>
  )
}

const entryNames: Record<CashKind, string> = {
  deposit: 'Deposit',
  collected: 'Collected',
  'handed over': 'Handed over',
  refunded: 'Refunded',
  'written off': 'Written off',
}

function wayOf({ kind, courier, method }: WireAdminOrder['cash'][number]): string {
  if (courier) return kind === 'written off' ? `for ${courier}` : `by ${courier}`
  return kind === 'written off' ? '' : wayNames[method]
}

/** The entries of the cash ledger for this order, and its invoices and credit notes. */
export function OrderLedger({ adminOrder }: Props) {
  const { cash, invoices, order } = adminOrder
  return (
    <>
      {cash.length > 0 && (
        <ol className="activity-list" aria-label="Cash entries">
          {cash.map((entry) => (
            <li key={entry.id} className="flex-nowrap tabular-nums">
              <span>
                {entryNames[entry.kind]} {wayOf(entry)}
                {entry.amount < 0 && <span className="text-granite"> (taken back)</span>}
                {entry.note && <span className="t-note block text-granite">{entry.note}</span>}
              </span>
              <span className="shrink-0 text-right">
                {orderMoney(adminOrder, entry.amount)}
                <span className="t-note block text-granite">
                  {entry.actor || 'The shop'}, <time dateTime={entry.at}>{timeInSentence(entry.at, new Date())}</time>
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
      {invoices.length > 0 && (
        <ul className="activity-list" aria-label="Invoices">
          {invoices.map(({ id, kind, number, issuedAt, total }) => (
            <li key={id} className="flex-nowrap items-center tabular-nums">
              <Link
                className="text-link inline-flex min-h-target items-center"
                to={href('/admin/orders/:orderId/invoices/:invoiceId', {
                  orderId: order.orderId,
                  invoiceId: String(id),
                })}
              >
                <span>
                  {kind === 'invoice' ? 'Invoice' : 'Credit note'} <span className="whitespace-nowrap">{number}</span>
                </span>
              </Link>
              <span className="text-right">
                {orderMoney(adminOrder, kind === 'invoice' ? total : -total)}
                <time className="t-note block text-granite" dateTime={issuedAt}>
                  {relativeTime(issuedAt, new Date())}
                </time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
