import { useState } from 'react'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { errorMessage } from '#app/lib/api.ts'
import type { Handle } from '#app/lib/handle.ts'
import { download } from '#app/queries/download.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import {
  downloadExport,
  type ExportRange,
  type ExportReport,
  exportRangeSchema,
  exportReports,
} from '#modules/exports/contract.ts'
import { shopDay } from '#shared/days.ts'

const reports: Record<ExportReport, { title: string; text: string }> = {
  orders: {
    title: 'Orders',
    text: 'One row per order, by the day it was placed: status, customer, totals in both currencies, paid, refunded and owed.',
  },
  'order-lines': {
    title: 'Order lines',
    text: 'One row per product of each order, with quantity, returns and prices.',
  },
  cash: {
    title: 'Cash ledger',
    text: 'Every entry by its day: collected, handed over, refunded, written off and deposits.',
  },
  invoices: { title: 'Invoices and credit notes', text: 'By the day of issue, with net amount, VAT and total.' },
  customers: { title: 'Customers', text: 'By the day of registration, with number of orders and amount spent.' },
  sales: {
    title: 'Sales by day and product',
    text: 'Confirmed orders by the day they were placed, less returned products; quantity and revenue before order discounts.',
  },
}

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

export const handle: Handle = { right: 'exports' }

export default function Exports() {
  const today = shopDay(new Date())
  const [from, setFrom] = useState(firstOfMonth(today))
  const [to, setTo] = useState(today)
  const { data: range, error } = exportRangeSchema.safeParse({ from, to })
  const errorOf = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message
  return (
    <>
      <AdminHead title="Exports" />
      <p className="admin-intro">
        CSV files for your accountant. They open in any spreadsheet program. Days are in Nepal time; both days are
        included.
      </p>
      <div className="grid max-w-3xl gap-5">
        <FormSection title="Period">
          <div className="grid gap-x-4 sm:grid-cols-2">
            <Field
              label="From"
              name="from"
              type="date"
              value={from}
              onChange={({ target }) => setFrom(target.value)}
              error={errorOf('from')}
            />
            <Field
              label="To"
              name="to"
              type="date"
              value={to}
              onChange={({ target }) => setTo(target.value)}
              error={errorOf('to')}
            />
          </div>
        </FormSection>
        <ul className="bg-paper framed" aria-label="Reports">
          {exportReports.map((report) => (
            <Report key={report} report={report} range={range} />
          ))}
        </ul>
      </div>
    </>
  )
}

function Report({ report, range }: { report: ExportReport; range: ExportRange | undefined }) {
  const [busy, run] = useBusy()
  const { title, text } = reports[report]
  const start = () => {
    if (!range) return
    const path = `${downloadExport.path.replace('{report}', report)}?${new URLSearchParams(range)}`
    const fileName = `alpine-${report}-${range.from}-${range.to}.csv`
    void run(() => download(path, fileName).catch((error) => toast(errorMessage(error), 'error')))
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 border-rule border-b px-5 py-4 last:border-0 lg:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="m-0 font-sans text-[1.0625rem]">{title}</h2>
        <p className="t-note m-0 mt-1 text-granite">{text}</p>
      </div>
      <Button look="line" busy={busy} busyText="Exporting..." disabled={!range} onClick={start}>
        Download<span className="sr-only"> {title}</span>
      </Button>
    </li>
  )
}
