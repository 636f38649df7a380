import { useState } from 'react'
import { href, Link, useNavigate, useRevalidator } from 'react-router'
import { loadAsStaff } from '#app/features/account/require-session.ts'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { errorMessage } from '#app/lib/api.ts'
import { productUrl } from '#app/lib/urls.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ProductRecord } from '#modules/catalog/admin-contract.ts'
import type { Route } from './+types/edit'
import { Editor } from './editor.tsx'

export function clientLoader({ request, params: { productId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<ProductRecord>(`/admin/products/${productId}`))
}

export default function EditProduct({ loaderData: loaded }: Route.ComponentProps) {
  const [saved, setSaved] = useState<ProductRecord>()
  const [isChanged, setChanged] = useState(false)
  const record = saved && saved.productId === loaded.productId && saved.version > loaded.version ? saved : loaded
  return (
    <>
      <AdminHead title={record.name} back={{ to: href('/admin/products'), title: 'Products' }}>
        {!record.isArchived && (
          <Link
            className="btn btn-line"
            target="_blank"
            to={productUrl({ categoryId: record.categoryId, slug: record.slug })}
          >
            View in shop
          </Link>
        )}
        <DuplicateButton record={record} />
        <ArchiveButton key={record.version} record={record} isDisabled={isChanged} />
      </AdminHead>
      {record.isArchived && <p className="admin-notice">This product is archived. Customers cannot see or buy it.</p>}
      <Editor key={`${loaded.productId} ${loaded.version}`} record={loaded} onSaved={setSaved} onChanged={setChanged} />
    </>
  )
}

function DuplicateButton({ record }: { record: ProductRecord }) {
  const [busy, run] = useBusy()
  const navigate = useNavigate()
  const copy = async () => {
    try {
      const duplicate = await callAuthenticated<ProductRecord>(`/admin/products/${record.productId}/duplicate`, {
        method: 'POST',
      })
      toast('Product duplicated. The copy is archived until you unarchive it.', 'success')
      await navigate(href('/admin/products/:productId', { productId: String(duplicate.productId) }))
    } catch (error) {
      toast(errorMessage(error), 'error')
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
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()
  const toggleArchived = async () => {
    try {
      const action = isArchived ? 'restore' : 'archive'
      await callAuthenticated(`/admin/products/${productId}/${action}`, { method: 'POST', body: { version } })
      toast(isArchived ? `${name} is active again` : `${name} archived`, 'success')
      setOpen(false)
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
    await revalidate()
  }
  if (isArchived) {
    return (
      <Button look="line" busy={busy} disabled={isDisabled} onClick={() => run(toggleArchived)}>
        Unarchive product
      </Button>
    )
  }
  return (
    <ConfirmDialog
      title={`Archive ${name}?`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="line" disabled={isDisabled}>
          Archive product
        </Button>
      }
    >
      <DialogText className="m-0 mt-4 mb-8 text-granite">
        Customers can no longer see or buy this product. Existing orders keep it. You can unarchive it at any time.
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Archiving..." onClick={() => run(toggleArchived)}>
          Archive product
        </Button>
        <DialogClose className="btn btn-line">Cancel</DialogClose>
      </div>
    </ConfirmDialog>
  )
}
