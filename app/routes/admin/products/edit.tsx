import { useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { useCan } from '#app/features/admin/use-can.ts'
import { productUrl } from '#app/lib/urls.ts'
import { loadAsStaff, useChange, useRecord } from '#app/queries/admin.ts'
import { beginChange, showFailure } from '#app/queries/change-failure.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import {
  archiveProduct,
  duplicateProduct,
  getAdminProduct,
  type ProductRecord,
  restoreProduct,
} from '#modules/catalog/admin-contract.ts'
import type { Route } from './+types/edit'
import { Editor } from './editor.tsx'
import { StockLookUp } from './stock-look-up.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getAdminProduct, { params })
}

export default function EditProduct({ loaderData, params }: Route.ComponentProps) {
  const [record, setSaved] = useRecord(getAdminProduct, { params }, loaderData)
  const [isChanged, setChanged] = useState(false)
  const canChange = useCan('productChanges')
  const canSeeChanges = useCan('audit')
  return (
    <>
      <AdminHead title={record.name} back={{ to: href('/admin/products'), title: 'Products' }}>
        <Link className="btn btn-line" to={`${href('/admin/orders')}?product=${record.productId}`}>
          Orders with this product
        </Link>
        {!record.isArchived && (
          <Link
            className="btn btn-line"
            target="_blank"
            to={productUrl({ categoryId: record.categoryId, slug: record.slug })}
          >
            View in shop
          </Link>
        )}
        {canSeeChanges && (
          <Link className="btn btn-line" to={`${href('/admin/audit')}?subject=product&record=${record.productId}`}>
            View changes
          </Link>
        )}
        {canChange && (
          <>
            <DuplicateButton record={record} />
            <ArchiveButton key={record.version} record={record} isDisabled={isChanged} />
          </>
        )}
      </AdminHead>
      {record.isArchived && <p className="admin-notice">This product is archived. Customers cannot see or buy it.</p>}
      {canChange ? (
        <Editor key={record.productId} record={record} onSaved={setSaved} onChanged={setChanged} />
      ) : (
        <StockLookUp record={record} />
      )}
    </>
  )
}

function DuplicateButton({ record }: { record: ProductRecord }) {
  const [busy, run] = useBusy()
  const navigate = useNavigate()
  const copy = async () => {
    beginChange()
    try {
      const duplicate = await callAuthenticated(duplicateProduct, { params: { productId: record.productId } })
      toast('Product duplicated. The copy is archived until you unarchive it.', 'success')
      await navigate(href('/admin/products/:productId', { productId: String(duplicate.productId) }))
    } catch (error) {
      showFailure(error, { action: 'Product duplicated', listUrl: `${href('/admin/products')}?status=archived` })
    }
  }
  return (
    <Button look="line" busy={busy} onClick={() => run(copy)}>
      Duplicate product
    </Button>
  )
}

/** Disabled while the form has unsaved changes, because the reload would discard them. */
function ArchiveButton({ record, isDisabled }: { record: ProductRecord; isDisabled: boolean }) {
  const { productId, version, name, isArchived } = record
  const input = { params: { productId }, body: { version } }
  const restore = useChange(restoreProduct, { message: `${name} is active again` })
  const archive = useChange(archiveProduct, {
    message: `${name} archived`,
    undo: (archived) => restore.change({ params: { productId }, body: { version: archived.version } }),
  })
  if (isArchived) {
    return (
      <Button look="line" busy={restore.busy} disabled={isDisabled} onClick={() => restore.change(input)}>
        Unarchive product
      </Button>
    )
  }
  return (
    <ConfirmButton
      trigger={
        <Button look="line" disabled={isDisabled}>
          Archive product
        </Button>
      }
      title={`Archive ${name}?`}
      text="Customers can no longer see or buy this product. Existing orders keep it. You can unarchive it at any time."
      action="Archive product"
      busyText="Archiving..."
      onConfirm={() => archive.change(input)}
    />
  )
}
