import { useId, useState } from 'react'
import { href } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Figures } from '#app/features/admin/figures.tsx'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { errorMessage, isOutcomeUnknown } from '#app/lib/api.ts'
import type { Handle } from '#app/lib/handle.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { download } from '#app/queries/download.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ImportReport } from '#modules/catalog/csv-columns.ts'
import { exportProducts, importProducts } from '#modules/catalog/csv-contract.ts'
import { ChangedLines } from './csv-preview.tsx'

export const handle: Handle = { right: 'productChanges' }

export default function ProductCsv() {
  return (
    <>
      <AdminHead title="Import and export" back={{ to: href('/admin/products'), title: 'Products' }} />
      <div className="grid max-w-3xl gap-5">
        <Export />
        <Import />
      </div>
    </>
  )
}

function Export() {
  const [busy, run] = useBusy()
  return (
    <FormSection title="Export products">
      <p className="m-0 mb-4 text-granite">
        The CSV file contains every product with prices, stock, tags, variants and details, but no pictures. It opens in
        any spreadsheet program.
      </p>
      <Button
        look="line"
        busy={busy}
        busyText="Exporting..."
        onClick={() =>
          run(() =>
            download(exportProducts.path, exportProducts.downloadName).catch((error) =>
              toast(errorMessage(error), 'error'),
            ),
          )
        }
      >
        Export all products
      </Button>
    </FormSection>
  )
}

function Import() {
  const id = useId()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<ImportReport>()
  const [isLost, setLost] = useState(false)
  const [busy, run] = useBusy()

  const send = async (chosen: File, dryRun: 'true' | 'false') => {
    try {
      setLost(false)
      const body = new Blob([chosen], { type: 'text/csv' })
      const response = await callAuthenticated(importProducts, { query: { dryRun }, body })
      setReport(response)
      if (response.applied) toast('Products imported', 'success')
    } catch (error) {
      setReport(undefined)
      setLost(dryRun === 'false' && isOutcomeUnknown(error))
      if (dryRun === 'true' || !isOutcomeUnknown(error)) toast(errorMessage(error), 'error')
    }
  }
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setReport(undefined)
    if (chosen) void run(() => send(chosen, 'true'))
  }

  return (
    <FormSection title="Import products">
      <p className="m-0 mb-4 text-granite">
        The first line contains the column names. The column “slug” identifies the product. Columns that are not in the
        file stay unchanged. You see a preview before anything is imported. If a line has an error, nothing is imported.
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
          <span>{busy ? 'Reading...' : (file?.name ?? 'Choose CSV file')}</span>
          <span className="t-note">UTF-8, with commas between columns.</span>
        </label>
      </div>
      <div aria-live="polite">
        {isLost && file && (
          <div className="admin-notice mt-4 mb-0">
            <p className="m-0 max-w-prose flex-1">
              The connection was lost. We do not know whether the products were imported. Check the file again: if
              nothing is left to import, they were.
            </p>
            <Button look="line" busy={busy} busyText="Checking..." onClick={() => run(() => send(file, 'true'))}>
              Check again
            </Button>
          </div>
        )}
        {report && file && (
          <Report report={report}>
            <Button busy={busy} busyText="Importing..." onClick={() => run(() => send(file, 'false'))}>
              Import {report.added + report.changed} {report.added + report.changed === 1 ? 'product' : 'products'}
            </Button>
          </Report>
        )}
      </div>
    </FormSection>
  )
}

function Report({ report, children }: { report: ImportReport; children: React.ReactNode }) {
  const { lines, added, changed, same, wrong } = report
  const figures = Object.entries({ Lines: lines, New: added, Changed: changed, Unchanged: same, Errors: wrong }).map(
    ([title, value]) => [title, value.toLocaleString('en-US')] as const,
  )
  return (
    <>
      <Figures isDense figures={figures} />
      {report.wrong > 0 ? (
        <Problems report={report} />
      ) : report.applied ? (
        <p className="m-0 text-success">All lines were imported.</p>
      ) : report.added + report.changed === 0 ? (
        <p className="m-0 text-granite">The file matches the current products. There is nothing to import.</p>
      ) : (
        <>
          {report.stockChanged > 0 && <StockWarning lines={report.stockChanged} />}
          <ChangedLines report={report} />
          {children}
        </>
      )}
    </>
  )
}

function StockWarning({ lines }: { lines: number }) {
  return (
    <p className="m-0 mb-4">
      <strong>{lines === 1 ? '1 line changes' : `${lines.toLocaleString('en-US')} lines change`} the stock.</strong>{' '}
      Items sold after the file was exported would be back in stock. To change only prices or texts, remove the columns
      “stock” and “variants” from the file.
    </p>
  )
}

function Problems({ report: { problems, wrong, applied } }: { report: ImportReport }) {
  return (
    <>
      <p className="m-0 mb-3">
        {applied
          ? 'These products changed during the import, so their lines were skipped. All other lines were imported. Correct these lines and import the file again.'
          : 'Nothing was imported. Correct these lines and choose the file again.'}
      </p>
      <table className="admin-table">
        <caption className="sr-only">Lines with errors</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Column</th>
            <th scope="col">Error</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ line, column, message }) => (
            <tr key={`${line} ${column}`}>
              <td>
                <span className="md:hidden">Line </span>
                {line}
              </td>
              <td data-title="Column">{column ?? '–'}</td>
              <td data-title="Error">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {wrong > problems.length && (
        <p className="t-note mt-2">and {(wrong - problems.length).toLocaleString('en-US')} more.</p>
      )}
    </>
  )
}
