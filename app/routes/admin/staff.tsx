import { useState } from 'react'
import { useRevalidator, useRouteError, useRouteLoaderData } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { isEmail, required, useForm } from '#app/lib/form.ts'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { StaffList } from '#modules/accounts/admin-schema.ts'
import type { Route } from './+types/staff'
import type { Member } from './frame.tsx'
import { OfficeHead } from './ui/head.tsx'
import { AdminTable, type Column } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<StaffList>('/admin/staff'))
}

type Row = StaffList['rows'][number]
const failure = 'Something went wrong, please try again later'

export default function Staff({ loaderData: { rows } }: Route.ComponentProps) {
  const member = useRouteLoaderData<Member>('routes/admin/frame')
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
    { title: 'Role', cell: (row) => <RoleOf row={row} /> },
    {
      title: 'Last here',
      cell: ({ lastSeen, hasPassword }) =>
        lastSeen ? momentWords(lastSeen, new Date()) : hasPassword ? 'Not signed in' : 'Invited',
    },
    { title: 'Remove', hidesTitle: true, cell: (row) => <Remove row={row} /> },
  ]
  return (
    <>
      <OfficeHead title="Staff" />
      <p className="office-words">
        Staff look after orders, customers and the catalogue. Admins also see settings, staff and the audit log.
      </p>
      <AdminTable
        caption="Everybody who works here"
        columns={columns}
        rows={rows}
        rowKey={({ userId }) => userId}
        page={1}
        hasMore={false}
        empty={{ title: 'Nobody works here', text: 'Invite somebody below.' }}
      />
      <Invite />
    </>
  )
}

function RoleOf({ row: { userId, name, role } }: { row: Row }) {
  const { revalidate } = useRevalidator()
  const [busy, run] = useBusy()

  const change = async (wanted: string) => {
    try {
      await callAsCustomer(`/admin/staff/${userId}`, { method: 'PUT', body: { role: wanted } })
      toast(`${name} is ${wanted} now`, 'success')
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
    }
    await revalidate()
  }

  return (
    <select
      className="input role-choice"
      aria-label={`Role of ${name}`}
      value={role}
      disabled={busy}
      onChange={({ target }) => run(() => change(target.value))}
    >
      <option>Staff</option>
      <option>Admin</option>
    </select>
  )
}

function Remove({ row: { userId, name } }: { row: Row }) {
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()

  const remove = async () => {
    try {
      await callAsCustomer(`/admin/staff/${userId}`, { method: 'DELETE' })
      toast(`${name} was taken off the staff`, 'success')
    } catch (error) {
      toast(errorMessage(error, failure), 'error')
    }
    setOpen(false)
    await revalidate()
  }

  return (
    <ConfirmDialog
      title={`Take ${name} off the staff?`}
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
        They are signed out everywhere at once and keep their account as a customer. What they did stays in the audit
        log.
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Saving..." onClick={() => run(remove)}>
          Remove
        </Button>
        <DialogClose className="btn btn-line">Keep them</DialogClose>
      </div>
    </ConfirmDialog>
  )
}

const checks = { name: required('a name'), email: isEmail, role: () => undefined }

function Invite() {
  const { revalidate } = useRevalidator()
  const { sending, errors, onSubmit, onInput } = useForm({
    checks,
    async send(body, form) {
      await callAsCustomer('/admin/staff', { method: 'POST', body })
      toast(`A link is on its way to ${body.email}`, 'success')
      form.reset()
      await revalidate()
    },
    failed: (error) => toast(errorMessage(error, failure), 'error'),
  })
  return (
    <section className="desk-part mt-6 max-w-2xl">
      <h2>Invite somebody</h2>
      <p className="m-0 mb-4 text-granite">They get a mail with a link to choose their own password.</p>
      <form className="invite" aria-label="Invite somebody" noValidate onSubmit={onSubmit} onInput={onInput}>
        <Field label="Name" name="name" autoComplete="off" required error={errors.name} />
        <Field label="Email" name="email" type="email" autoComplete="off" required error={errors.email} />
        <label className="field">
          <span className="field-label">Role</span>
          <select className="input" name="role" defaultValue="Staff">
            <option>Staff</option>
            <option>Admin</option>
          </select>
        </label>
        <Button type="submit" busy={sending} busyText="Inviting...">
          Invite
        </Button>
      </form>
    </section>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
