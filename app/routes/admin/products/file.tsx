import { useId, useState } from 'react'
import { href, useRouteError } from 'react-router'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { downloadAs } from '#app/lib/download.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ImportReport } from '#modules/catalog/csv-columns.ts'
import { OfficeHead } from '../ui/head.tsx'
import { Part } from '../ui/part.tsx'
import { Trouble } from '../ui/trouble.tsx'

const failure = 'Something went wrong, please try again later'
const fileName = 'alpine-products.csv'

export default function ProductFile() {
  return (
    <>
      <OfficeHead title="Products as a CSV file" back={{ to: href('/admin/products'), title: 'Products' }} />
      <div className="goods-narrow">
        <Export />
        <Import />
      </div>
    </>
  )
}

function Export() {
  const [busy, run] = useBusy()
  const fetchFile = () =>
    downloadAs('/admin/products/export', fileName).catch((error) => toast(errorMessage(error, failure), 'error'))
  return (
    <Part title="Take a file out">
      <p className="m-0 mb-4 text-granite">
        Every product with its prices, stock, tags, choices and facts; pictures stay here. It opens in any spreadsheet.
      </p>
      <Button look="line" busy={busy} busyText="Writing..." onClick={() => run(fetchFile)}>
        Export all products
      </Button>
    </Part>
  )
}

function Import() {
  const id = useId()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<ImportReport>()
  const [busy, run] = useBusy()

  const send = async (chosen: File, dryRun: boolean) => {
    try {
      const body = new Blob([chosen], { type: 'text/csv' })
      const answer = await callAsCustomer<ImportReport>(`/admin/products/import?dryRun=${dryRun}`, {
        method: 'POST',
        body,
      })
      setReport(answer)
      if (answer.applied) toast('The file was imported', 'success')
    } catch (error) {
      setReport(undefined)
      toast(errorMessage(error, failure), 'error')
    }
  }
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setReport(undefined)
    if (chosen) void run(() => send(chosen, true))
  }

  return (
    <Part title="Bring a file in">
      <p className="m-0 mb-4 text-granite">
        The first line names the columns; «slug» says which product is meant. A column that is left out stays as it is.
        You see first what the file would do; while a line is wrong, nothing is imported.
      </p>
      <div className="drop-zone" aria-busy={busy}>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          disabled={busy}
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
        <label htmlFor={id}>
          <span>{busy ? 'Reading...' : (file?.name ?? 'Choose a CSV file')}</span>
          <span className="t-note">In UTF-8, with commas between the cells.</span>
        </label>
      </div>
      <div aria-live="polite">
        {report && file && (
          <Report report={report}>
            <Button busy={busy} busyText="Importing..." onClick={() => run(() => send(file, false))}>
              Import {report.added + report.changed} {report.added + report.changed === 1 ? 'product' : 'products'}
            </Button>
          </Report>
        )}
      </div>
    </Part>
  )
}

function Report({ report, children }: { report: ImportReport; children: React.ReactNode }) {
  const figures = [
    ['Lines', report.lines],
    ['New', report.added],
    ['Changed', report.changed],
    ['As before', report.same],
    ['Wrong', report.wrong],
  ] as const
  return (
    <>
      <dl className="figures mt-5">
        {figures.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {report.wrong > 0 ? (
        <Problems report={report} />
      ) : report.applied ? (
        <p className="m-0 text-success">Everything was taken in.</p>
      ) : report.added + report.changed === 0 ? (
        <p className="m-0 text-granite">The file says what the shop says already. There is nothing to import.</p>
      ) : (
        <>
          {report.stockChanged > 0 && <StockWarning lines={report.stockChanged} />}
          {children}
        </>
      )}
    </>
  )
}

function StockWarning({ lines }: { lines: number }) {
  return (
    <p className="m-0 mb-4">
      <strong>
        {lines === 1 ? '1 line changes' : `${lines.toLocaleString('en-US')} lines change`} the stock to what the file
        says.
      </strong>{' '}
      Pieces that were sold since it was written would be on sale again. If you only mean prices or texts, leave out the
      columns «stock» and «choices».
    </p>
  )
}

function Problems({ report: { problems, wrong, applied } }: { report: ImportReport }) {
  return (
    <>
      <p className="m-0 mb-3">
        {applied
          ? 'These products were edited while the file was imported, and their lines no longer fit. All other lines were imported. Please correct these lines and import the file again.'
          : 'Nothing was imported. Please mend these lines and choose the file again.'}
      </p>
      <table className="admin-table">
        <caption className="sr-only">Lines that are wrong</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Column</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ line, column, message }) => (
            <tr key={`${line} ${column}`}>
              <td>{line}</td>
              <td data-title="Column">{column ?? '–'}</td>
              <td data-title="What is wrong">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {wrong > problems.length && (
        <p className="t-note mt-2">And {(wrong - problems.length).toLocaleString('en-US')} more.</p>
      )}
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
