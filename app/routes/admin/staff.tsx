import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Panel } from '#app/features/admin/form-section.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { relativeTime } from '#app/features/order/order.ts'
import { localDay, longDate } from '#app/lib/dates.ts'
import { loadAsStaff, useChange, useChangeForm } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton, ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import {
  changeStaffRole,
  inviteStaff,
  listStaff,
  removeStaff,
  resendInvitation,
  type StaffList,
  type WireStaffMember,
} from '#modules/accounts/admin-contract.ts'
import { staffRoles } from '#shared/rights.ts'
import type { Route } from './+types/staff'
import { RightsTable } from './rights-table.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, listStaff)
}

type Row = StaffList['rows'][number]
export default function Staff({ loaderData }: Route.ComponentProps) {
  const member = useRouteLoaderData<WireStaffMember>('layouts/admin')
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
      cell: (row) =>
        row.isInvited ? (
          <InvitationStatus row={row} />
        ) : row.lastSeen ? (
          relativeTime(row.lastSeen, new Date())
        ) : (
          'Never'
        ),
    },
    {
      title: 'Actions',
      hidesTitle: true,
      cell: (row) => (
        <div className="flex flex-wrap gap-x-5">
          {row.isInvited && <SendAgainButton row={row} />}
          <RemoveButton row={row} />
        </div>
      ),
    },
  ]
  return (
    <>
      <AdminHead title="Staff" />
      <p className="admin-intro">
        Packers handle orders. Managers run the shop. Owners also manage staff, tax details and the webhook.
      </p>
      <AdminTable
        caption="Staff members"
        columns={columns}
        list={loaderData}
        rowKey={({ userId }) => userId}
        empty={{ title: 'No staff members', text: 'Invite a staff member below.' }}
      />
      <Invite />
      <RightsTable />
    </>
  )
}

/** Asks first: in some browsers, each arrow key in the list is a change. */
function RoleSelect({ row: { userId, name, role } }: { row: Row }) {
  const [chosen, setChosen] = useState(role)
  const [isAsking, setAsking] = useState(false)
  const { busy, change } = useChange(changeStaffRole, {
    message: ({ body }) => `Role of ${name} changed to ${body.role}`,
  })
  const confirm = async () => {
    await change({ params: { userId }, body: { role: chosen } })
    setAsking(false)
  }
  return (
    <>
      <select
        className="input w-auto min-w-28"
        aria-label={`Role of ${name}`}
        value={isAsking ? chosen : role}
        onChange={({ target }) => {
          setChosen(target.value as Row['role'])
          setAsking(true)
        }}
      >
        {staffRoles.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <ConfirmDialog title={`Make ${name} ${roleNames[chosen]}?`} open={isAsking} onOpenChange={setAsking}>
        <DialogText className="m-0 mt-4 mb-8 text-granite">
          {name} is {roleNames[role]} now. The new role applies at once.
        </DialogText>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button busy={busy} busyText="Saving..." onClick={confirm}>
            Change role
          </Button>
          <DialogClose className="btn btn-line">Cancel</DialogClose>
        </div>
      </ConfirmDialog>
    </>
  )
}

const roleNames = { Packer: 'a packer', Manager: 'a manager', Owner: 'an owner' } satisfies Record<Row['role'], string>

function InvitationStatus({ row: { invitedUntil } }: { row: Row }) {
  const isExpired = !invitedUntil || new Date(invitedUntil) < new Date()
  return (
    <>
      Invited
      <span className="t-note block text-granite">
        {isExpired ? 'The link has expired' : `Link valid until ${longDate(localDay(new Date(invitedUntil)))}`}
      </span>
    </>
  )
}

function SendAgainButton({ row: { userId, name, email } }: { row: Row }) {
  const { busy, change } = useChange(resendInvitation, { message: `Invitation sent to ${email}` })
  return (
    <button
      type="button"
      className="btn-text"
      aria-disabled={busy}
      onClick={() => busy || change({ params: { userId } })}
    >
      <span>
        Send again<span className="sr-only"> to {name}</span>
      </span>
    </button>
  )
}

function RemoveButton({ row }: { row: Row }) {
  const { userId, name } = row
  const withdraw = row.isInvited
  const { change } = useChange(removeStaff, {
    message: withdraw ? `Invitation of ${name} withdrawn` : `${name} removed from staff`,
  })
  if (withdraw)
    return (
      <ConfirmButton
        trigger={
          <button type="button" className="btn-text">
            <span>
              Withdraw<span className="sr-only"> invitation of {name}</span>
            </span>
          </button>
        }
        title={`Withdraw the invitation of ${name}?`}
        text="The link in the email stops working and they get no access to the back office."
        action="Withdraw invitation"
        onConfirm={() => change({ params: { userId } })}
      />
    )
  return (
    <ConfirmButton
      trigger={
        <button type="button" className="btn-text">
          <span>
            Remove<span className="sr-only"> {name}</span>
          </span>
        </button>
      }
      title={`Remove ${name} from staff?`}
      text="They are signed out on all devices and lose access to the back office. They keep their customer account. Their actions stay in the audit log."
      action="Remove from staff"
      onConfirm={() => change({ params: { userId } })}
    />
  )
}

function Invite() {
  const { sending, errors, onSubmit, onInput } = useChangeForm({
    schema: inviteStaff.body,
    send: (body) => callAuthenticated(inviteStaff, { body }),
    message: ({ email }) => `Invitation sent to ${email}`,
  })
  return (
    <Panel title="Invite staff" className="mt-6 max-w-4xl">
      <p className="m-0 mb-4 text-granite">
        They receive an email with a link to set a password. The link is valid for seven days.
      </p>
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
          <select className="input" name="role" defaultValue="Packer">
            {staffRoles.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <Button type="submit" className="mt-5 md:mt-6" busy={sending} busyText="Sending...">
          Send invitation
        </Button>
      </form>
    </Panel>
  )
}
