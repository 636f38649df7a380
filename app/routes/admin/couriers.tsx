import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Panel } from '#app/features/admin/form-section.tsx'
import { EmptyState } from '#app/features/admin/table.tsx'
import { Tag } from '#app/features/admin/tag.tsx'
import { useForm } from '#app/lib/form.ts'
import { loadAsStaff, useChange, useChangeForm } from '#app/queries/admin.ts'
import { beginChange, showFailure } from '#app/queries/change-failure.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { addCourier, type Courier, changeCourier, listCouriers, newCourierSchema } from '#modules/couriers/contract.ts'
import { type CourierCash, listCourierCash } from '#modules/orders/cash-contract.ts'
import type { Route } from './+types/couriers'
import { formatAmounts } from './cash-amounts.ts'
import { SettingsTabs } from './settings-tabs.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [couriers, cash] = await Promise.all([
    loadAsStaff(request, listCouriers),
    loadAsStaff(request, listCourierCash),
  ])
  return { couriers, cash }
}

export default function Couriers({ loaderData: { couriers, cash } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Couriers" />
      <SettingsTabs />
      <p className="admin-intro mt-0">
        Staff choose one of the active couriers when they ship an order. A new name also appears on earlier shipments.
      </p>
      <div className="grid max-w-2xl gap-5">
        {couriers.length === 0 ? (
          <EmptyState title="No couriers" text="Add the first courier below." />
        ) : (
          <ul className="bg-paper" aria-label="Couriers">
            {couriers.map((courier) => (
              <CourierRow
                key={courier.id}
                courier={courier}
                cash={cash.find(({ courierId }) => courierId === courier.id)?.open}
              />
            ))}
          </ul>
        )}
        <AddCourier />
      </div>
    </>
  )
}

type RowProps = { courier: Courier; cash: CourierCash[number]['open'] | undefined }

function CourierRow({ courier, cash }: RowProps) {
  const { id, name, isActive, version } = courier
  const [isRenaming, setRenaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const { busy, change } = useChange(changeCourier, {
    message: ({ body }) => `${name} is now ${body.isActive ? 'active' : 'inactive'}`,
  })
  const toggle = () => change({ params: { id }, body: { name, isActive: !isActive, version } })
  const switchButton = (
    <button type="button" className="btn-text" disabled={busy} onClick={cash && isActive ? undefined : toggle}>
      <span>
        {isActive ? 'Deactivate' : 'Activate'}
        <span className="sr-only"> {name}</span>
      </span>
    </button>
  )
  const close = () => {
    setRenaming(false)
    requestAnimationFrame(() => rename.current?.focus())
  }
  return (
    <li className="border-rule border-b px-5 py-2">
      {isRenaming ? (
        <RenameForm courier={courier} onDone={close} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <span className="flex min-h-target min-w-0 flex-wrap items-center gap-x-3 [overflow-wrap:anywhere]">
            <span className={isActive ? '' : 'text-granite'}>{name}</span>
            {!isActive && <Tag>Inactive</Tag>}
          </span>
          <span className="flex gap-x-5">
            <button ref={rename} type="button" className="btn-text" onClick={() => setRenaming(true)}>
              <span>
                Rename<span className="sr-only"> {name}</span>
              </span>
            </button>
            {isActive && cash ? (
              <ConfirmButton
                trigger={switchButton}
                title={`Deactivate ${name}?`}
                text={`${name} has ${formatAmounts(cash)} to hand over. It stays on the Cash page until you receive it.`}
                action="Deactivate"
                onConfirm={toggle}
              />
            ) : (
              switchButton
            )}
          </span>
        </div>
      )}
    </li>
  )
}

function RenameForm({ courier, onDone }: { courier: Courier; onDone: () => void }) {
  const { id, isActive, version } = courier
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: newCourierSchema,
    async send({ name }) {
      beginChange()
      await callAuthenticated(changeCourier, { params: { id }, body: { name, isActive, version } })
      toast(`${courier.name} renamed to ${name}`, 'success')
      await revalidate()
      onDone()
    },
    failed: (error, isShown) => {
      if (!isShown) showFailure(error)
      void revalidate()
    },
  })
  return (
    <form
      className="grid items-start gap-x-3 py-2 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
      aria-label={`Rename ${courier.name}`}
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
      onKeyDown={({ key }) => key === 'Escape' && onDone()}
    >
      <Field
        label="Name"
        name="name"
        defaultValue={courier.name}
        maxLength={80}
        autoComplete="off"
        autoFocus
        required
        error={errors.name}
      />
      <Button type="submit" className="sm:mt-6" busy={sending} busyText="Saving...">
        Save name
      </Button>
      <Button look="line" className="max-sm:mt-3 sm:mt-6" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}

function AddCourier() {
  const { sending, errors, onSubmit, onInput, ref } = useChangeForm({
    schema: newCourierSchema,
    send: (body) => callAuthenticated(addCourier, { body }),
    message: ({ name }) => `${name} added`,
  })
  return (
    <Panel title="Add courier">
      <form
        ref={ref}
        className="grid items-start gap-x-3 sm:grid-cols-[minmax(0,1fr)_auto]"
        aria-label="Add courier"
        noValidate
        onSubmit={onSubmit}
        onInput={onInput}
      >
        <Field label="Name" name="name" maxLength={80} autoComplete="off" required error={errors.name} />
        <Button type="submit" className="sm:mt-6" busy={sending} busyText="Saving...">
          Add courier
        </Button>
      </form>
    </Panel>
  )
}
