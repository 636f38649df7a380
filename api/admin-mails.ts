import { z } from 'zod'
import { listFailedMails, sendMailAgain, setMailAside } from '#modules/email/admin.server.ts'
import { failedMailsSchema, mailListSchema } from '#modules/email/admin-schema.ts'
import { lookupId } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ mailId: lookupId })

export const adminMailEndpoints = [
  endpoint({
    operationId: 'listFailedEmails',
    method: 'get',
    path: '/admin/mails',
    audience: 'staff',
    summary: 'List emails that could not be delivered, newest first',
    query: mailListSchema,
    answer: failedMailsSchema,
    handle: ({ db }, { query }) => listFailedMails(db, query),
  }),
  endpoint({
    operationId: 'resendEmail',
    method: 'post',
    path: '/admin/mails/{mailId}/send',
    audience: 'staff',
    summary: 'Send a failed email again',
    errors: ['notFound', 'conflict'],
    limit: 'resend',
    params,
    status: 204,
    handle: (shop, { actor, params: { mailId } }) => sendMailAgain(shop, actor, mailId),
  }),
  endpoint({
    operationId: 'dismissEmail',
    method: 'post',
    path: '/admin/mails/{mailId}/set-aside',
    audience: 'staff',
    summary: 'Remove a failed email from the list',
    errors: ['notFound'],
    params,
    status: 204,
    handle: ({ db }, { actor, params: { mailId } }) => setMailAside(db, actor, mailId),
  }),
] as const
