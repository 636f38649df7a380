import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { relativeTime } from '#app/features/order/order.ts'
import { listLoader, useChange } from '#app/queries/admin.ts'
import { Button } from '#app/ui/button.tsx'
import { dismissEmail, type FailedEmail, listFailedEmails, resendEmail } from '#modules/email/admin-contract.ts'
import type { Route } from './+types/emails'

export const clientLoader = listLoader(listFailedEmails)

const columns: Column<FailedEmail>[] = [
  { title: 'Subject', cell: ({ subject }) => <span className="[overflow-wrap:anywhere]">{subject}</span> },
  { title: 'To', cell: ({ to }) => <span className="[overflow-wrap:anywhere]">{to}</span> },
  {
    title: 'Created',
    cell: ({ writtenAt }) => <time dateTime={writtenAt}>{relativeTime(writtenAt, new Date())}</time>,
  },
  {
    title: 'Error',
    cell: ({ reason, attempts, isSecret }) => (
      <>
        <span className="block [overflow-wrap:anywhere]">{reason || 'The mail server gave no reason.'}</span>
        <span className="t-note text-granite">
          {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
          {isSecret && ' · cannot be resent because it contains a private link; the recipient can request a new one'}
        </span>
      </>
    ),
  },
  { title: 'Actions', hidesTitle: true, cell: (email) => <EmailActions email={email} /> },
]

export default function FailedEmails({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Failed emails" />
      <p className="admin-intro">
        Emails that could not be delivered after nine attempts. Fix the cause, then resend or dismiss the email.
      </p>
      <Filters search="Recipient or subject" />
      <AdminTable
        caption="Failed emails, newest first"
        columns={columns}
        list={loaderData}
        rowKey={({ emailId }) => emailId}
        empty={{ title: 'No failed emails', text: 'All emails were delivered or are still in the queue.' }}
      />
    </>
  )
}

function EmailActions({ email: { emailId, to, subject, isSecret } }: { email: FailedEmail }) {
  const resend = useChange(resendEmail, { message: `Email to ${to} queued` })
  const dismiss = useChange(dismissEmail, { message: 'Email dismissed' })
  const busy = resend.busy || dismiss.busy
  const target = <span className="sr-only">{`: ${subject}, to ${to}`}</span>
  return (
    <div className="flex flex-wrap gap-2">
      {!isSecret && (
        <Button look="line" busy={busy} onClick={() => resend.change({ params: { emailId } })}>
          Resend email{target}
        </Button>
      )}
      <Button look="line" busy={busy} onClick={() => dismiss.change({ params: { emailId } })}>
        Dismiss email{target}
      </Button>
    </div>
  )
}
