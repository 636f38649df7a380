import { useRevalidator, useRouteError } from 'react-router'
import { momentWords } from '#app/features/order/order.ts'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { FailedMail } from '#modules/email/admin-schema.ts'
import type { Listed } from '#shared/lists.ts'
import type { Route } from './+types/emails'
import { Filters } from './ui/filters.tsx'
import { OfficeHead } from './ui/head.tsx'
import { AdminTable, type Column } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Listed<FailedMail>>(`/admin/mails${searchFor(request)}`))
}

const columns: Column<FailedMail>[] = [
  { title: 'Mail', cell: ({ subject }) => <span className="[overflow-wrap:anywhere]">{subject}</span> },
  { title: 'To', cell: ({ to }) => <span className="[overflow-wrap:anywhere]">{to}</span> },
  {
    title: 'Written',
    cell: ({ writtenAt }) => <time dateTime={writtenAt}>{momentWords(writtenAt, new Date())}</time>,
  },
  {
    title: 'Why it failed',
    cell: ({ reason, attempts, isSecret }) => (
      <>
        <span className="block [overflow-wrap:anywhere]">{reason || 'The mail server gave no reason.'}</span>
        <span className="t-note text-granite">
          {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
          {isSecret && ' · it held a link for its reader alone, who can ask for a new one'}
        </span>
      </>
    ),
  },
  { title: 'What to do', hidesTitle: true, cell: (mail) => <Acts mail={mail} /> },
]

export default function FailedMails({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead title="Failed mails" />
      <p className="office-words">
        The shop tries nine times to deliver a mail. What it had to give up stands here: mend the cause, then send it
        again, or set it aside.
      </p>
      <Filters search="Address or subject" />
      <AdminTable
        caption="Mails that could not be delivered, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ mailId }) => mailId}
        page={page}
        hasMore={hasMore}
        empty={{ title: 'No mail has failed', text: 'Every mail of the shop has found its way, or is still on it.' }}
      />
    </>
  )
}

function Acts({ mail: { mailId, to, subject, isSecret } }: { mail: FailedMail }) {
  const [busy, run] = useBusy()
  const { revalidate } = useRevalidator()
  const act = (path: 'send' | 'set-aside', done: string) =>
    run(async () => {
      try {
        await callAsCustomer(`/admin/mails/${mailId}/${path}`, { method: 'POST' })
        toast(done, 'success')
      } catch (error) {
        toast(errorMessage(error, 'Something went wrong, please try again later'), 'error')
      }
      await revalidate()
    })
  const about = <span className="sr-only">{`: ${subject}, to ${to}`}</span>
  return (
    <div className="flex flex-wrap gap-2">
      {!isSecret && (
        <Button look="line" busy={busy} onClick={() => act('send', `The mail is on its way to ${to}`)}>
          Send again{about}
        </Button>
      )}
      <Button look="line" busy={busy} onClick={() => act('set-aside', 'The mail is set aside')}>
        Set aside{about}
      </Button>
    </div>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
