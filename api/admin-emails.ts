import * as z from 'zod/mini'
import { dismissEmail, listFailedEmails, resendEmail } from '#modules/email/admin.server.ts'
import { emailListSchema, failedEmailsSchema } from '#modules/email/admin-schema.ts'
import { uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ emailId: uuidOrUnknown })

export const adminEmailEndpoints = [
  endpoint({
    operationId: 'listFailedEmails',
    method: 'get',
    path: '/admin/emails',
    audience: 'staff',
    summary: 'List emails that could not be delivered, newest first',
    query: emailListSchema,
    answer: failedEmailsSchema,
    handle: ({ db }, { query }) => listFailedEmails(db, query),
  }),
  endpoint({
    operationId: 'resendEmail',
    method: 'post',
    path: '/admin/emails/{emailId}/send',
    audience: 'staff',
    summary: 'Send a failed email again',
    errors: ['notFound', 'conflict'],
    limit: 'resend',
    params,
    status: 204,
    handle: (shop, { actor, params: { emailId } }) => resendEmail(shop, actor, emailId),
  }),
  endpoint({
    operationId: 'dismissEmail',
    method: 'post',
    path: '/admin/emails/{emailId}/set-aside',
    audience: 'staff',
    summary: 'Remove a failed email from the list',
    errors: ['notFound'],
    params,
    status: 204,
    handle: ({ db }, { actor, params: { emailId } }) => dismissEmail(db, actor, emailId),
  }),
] as const
