import { dismissEmail, listFailedEmails, resendEmail } from '#modules/email/admin.server.ts'
import * as contract from '#modules/email/admin-contract.ts'
import { implement } from './endpoint.ts'

export const adminEmailEndpoints = implement(contract, {
  listFailedEmails: ({ db }, { query }) => listFailedEmails(db, query),
  resendEmail: {
    limit: 'resend',
    handle: (shop, { actor, params: { emailId } }) => resendEmail(shop, actor, emailId),
  },
  dismissEmail: ({ db }, { actor, params: { emailId } }) => dismissEmail(db, actor, emailId),
})
