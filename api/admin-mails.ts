import { z } from 'zod'
import { listFailedMails, sendMailAgain, setMailAside } from '#modules/mail/desk.server.ts'
import { failedMailsSchema, mailListSchema } from '#modules/mail/desk-schema.ts'
import { foreignId } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ mailId: foreignId })

export const adminMailEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/mails',
    audience: 'staff',
    summary: 'Mails that could not be delivered, newest first',
    query: mailListSchema,
    answer: failedMailsSchema,
    handle: ({ db }, { query }) => listFailedMails(db, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/mails/{mailId}/send',
    audience: 'staff',
    summary: 'Sends a failed mail once more',
    params,
    status: 204,
    handle: (shop, { actor, params: { mailId } }) => sendMailAgain(shop, actor, mailId),
  }),
  endpoint({
    method: 'post',
    path: '/admin/mails/{mailId}/set-aside',
    audience: 'staff',
    summary: 'Takes a failed mail off the list',
    params,
    status: 204,
    handle: ({ db }, { actor, params: { mailId } }) => setMailAside(db, actor, mailId),
  }),
]
