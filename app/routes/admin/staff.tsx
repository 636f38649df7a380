import { useState } from 'react'
import { useRevalidator, useRouteLoaderData } from 'react-router'
import { loadAsStaff } from '#app/features/account/require-session.ts'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Panel } from '#app/features/admin/form-section.tsx'
import { roleNames } from '#app/features/admin/role-names.ts'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { relativeTime } from '#app/features/order/order.ts'
import type { Member } from '#app/layouts/admin.tsx'
import { errorMessage } from '#app/lib/api.ts'
import { emailCheck, required, useForm } from '#app/lib/form.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { StaffList } from '#modules/accounts/admin-contract.ts'
import type { Route } from './+types/staff'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<StaffList>('/admin/staff'))
}

type Row = StaffList['rows'][number]
export default function Staff({ loaderData: { rows } }: Route.ComponentProps) {
  const member = useRouteLoaderData<Member>('layouts/admin')
  const columns: Column<Row>[] = [
    {
      title: 'Name',
      cell: ({ userId, name }) => (
        <>
          {name}
          {userId === member?.userId && <span className="t-note text-granite"> · you</span>}
        </>
      ),
    },
    { title: 'Email', cell: ({ email }) => email },
    { title: 'Role', cell: (row) => <RoleSelect row={row} /> },
    {
      title: 'Last active',
      cell: ({ lastSeen, hasPassword }) =>
        lastSeen ? relativeTime(lastSeen, new Date()) : hasPassword ? 'Never' : 'Invited',
    },
    { title: 'Remove', hidesTitle: true, cell: (row) => <RemoveButton row={row} /> },
  ]
  return (
    <>
      <AdminHead title="Staff" />
      <p className="admin-intro">
        Staff manage orders, customers and products. Owners also manage settings, staff and the audit log.
      </p>
      <AdminTable
        caption="Staff members"
        columns={columns}
        rows={rows}
        rowKey={({ userId }) => userId}
        page={1}
        hasMore={false}
        empty={{ title: 'No staff members', text: 'Invite a staff member below.' }}
      />
      <Invite />
    </>
  )
}

function RoleSelect({ row: { userId, name, role } }: { row: Row }) {
  const { revalidate } = useRevalidator()
  const [busy, run] = useBusy()

  const changeRole = async (newRole: Row['role']) => {
    try {
      await callAuthenticated(`/admin/staff/${userId}`, { method: 'PUT', body: { role: newRole } })
      toast(`Role of ${name} changed to ${roleNames[newRole]}`, 'success')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
    await revalidate()
  }

  return (
    <select
      className="input w-auto min-w-28"
      aria-label={`Role of ${name}`}
      value={role}
      disabled={busy}
      onChange={({ target }) => run(() => changeRole(target.value as Row['role']))}
    >
      <option value="Staff">Staff</option>
      <option value="Admin">Owner</option>
    </select>
  )
}

function RemoveButton({ row: { userId, name } }: { row: Row }) {
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()

  const remove = async () => {
    try {
      await callAuthenticated(`/admin/staff/${userId}`, { method: 'DELETE' })
      toast(`${name} removed from staff`, 'success')
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
    setOpen(false)
    await revalidate()
  }

  return (
    <ConfirmDialog
      title={`Remove ${name} from staff?`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn-text">
          <span>
            Remove<span className="sr-only"> {name}</span>
          </span>
        </button>
      }
    >
      <DialogText className="m-0 mt-4 mb-8 text-granite">
        They are signed out on all devices and lose access to the back office. They keep their customer account. Their
        actions stay in the audit log.
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Saving..." onClick={() => run(remove)}>
          Remove from staff
        </Button>
        <DialogClose className="btn btn-line">Cancel</DialogClose>
      </div>
    </ConfirmDialog>
  )
}

const checks = { name: required('a name'), email: emailCheck, role: () => undefined }

function Invite() {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm({
    checks,
    async send(body, form) {
      await callAuthenticated('/admin/staff', { method: 'POST', body })
      toast(`Invitation sent to ${body.email}`, 'success')
      form.reset()
      await revalidate()
    },
    failed: (error) => toast(errorMessage(error), 'error'),
  })
  return (
    <Panel title="Invite staff" className="mt-6 max-w-2xl">
      <p className="m-0 mb-4 text-granite">They receive an email with a link to set a password.</p>
      <form
        className="grid items-start gap-x-4 md:grid-cols-[1fr_1fr_8rem_auto]"
        aria-label="Invite staff"
        noValidate
        onSubmit={onSubmit}
        onInput={onInput}
      >
        <Field label="Name" name="name" autoComplete="off" required error={errors.name} />
        <Field label="Email" name="email" type="email" autoComplete="off" required error={errors.email} />
        <label className="field">
          <span className="field-label">Role</span>
          <select className="input" name="role" defaultValue="Staff">
            <option value="Staff">Staff</option>
            <option value="Admin">Owner</option>
          </select>
        </label>
        <Button type="submit" className="mt-5 md:mt-6" busy={sending} busyText="Sending...">
          Send invitation
        </Button>
      </form>
    </Panel>
  )
}
