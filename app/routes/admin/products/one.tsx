import { useState } from 'react'
import { href, Link, useNavigate, useRevalidator, useRouteError } from 'react-router'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import { productUrl } from '#app/lib/urls.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ProductRecord } from '#modules/catalog/admin-schema.ts'
import { OfficeHead } from '../ui/head.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/one'
import { Editor } from './editor.tsx'

export function clientLoader({ request, params: { productId } }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<ProductRecord>(`/admin/products/${productId}`))
}

const failure = 'Something went wrong, please try again later'

export default function EditProduct({ loaderData: loaded }: Route.ComponentProps) {
  const [saved, setSaved] = useState<ProductRecord>()
  const [isChanged, setChanged] = useState(false)
  const record = saved && saved.productId === loaded.productId && saved.version > loaded.version ? saved : loaded
  return (
    <>
      <OfficeHead title={record.name} back={{ to: href('/admin/products'), title: 'Products' }}>
        {!record.isArchived && (
          <Link
            className="btn btn-line"
            target="_blank"
            to={productUrl({ categoryId: record.categoryId, slug: record.slug })}
          >
            See in the shop
          </Link>
        )}
        <Duplicate record={record} />
        <Archive key={record.version} record={record} isOff={isChanged} />
      </OfficeHead>
      {record.isArchived && (
        <p className="goods-notice">This piece is archived: it is not in the shop, and nobody can buy it.</p>
      )}
      <Editor key={`${loaded.productId} ${loaded.version}`} record={loaded} onSaved={setSaved} onChanged={setChanged} />
    </>
  )
}

function Duplicate({ record }: { record: ProductRecord }) {
  const [busy, run] = useBusy()
  const navigate = useNavigate()
  const copy = async () => {
    try {
      const made = await callAsCustomer<ProductRecord>(`/admin/products/${record.productId}/duplicate`, {
        method: 'POST',
      })
      toast('A copy was made. It is not in the shop yet.', 'success')
      await navigate(href('/admin/products/:productId', { productId: String(made.productId) }))
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
    }
  }
  return (
    <Button look="line" busy={busy} onClick={() => run(copy)}>
      Duplicate
    </Button>
  )
}

/** Off while something is typed that is not saved: it would be gone. */
function Archive({ record, isOff }: { record: ProductRecord; isOff: boolean }) {
  const { productId, version, name, isArchived } = record
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()
  const move = async () => {
    try {
      const act = isArchived ? 'restore' : 'archive'
      await callAsCustomer(`/admin/products/${productId}/${act}`, { method: 'POST', body: { version } })
      toast(isArchived ? `${name} is in the shop again` : `${name} left the shop`, 'success')
      setOpen(false)
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
    }
    await revalidate()
  }
  if (isArchived) {
    return (
      <Button look="line" busy={busy} disabled={isOff} onClick={() => run(move)}>
        Put back into the shop
      </Button>
    )
  }
  return (
    <ConfirmDialog
      title={`Archive ${name}?`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="line" disabled={isOff}>
          Archive
        </Button>
      }
    >
      <DialogText className="m-0 mt-4 mb-8 text-granite">
        It leaves the shop at once and cannot be bought. Orders keep it, and you can put it back at any time.
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Archiving..." onClick={() => run(move)}>
          Archive
        </Button>
        <DialogClose className="btn btn-line">Keep it</DialogClose>
      </div>
    </ConfirmDialog>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
