import { answerEnquiry, findEnquiry, listEnquiries, setEnquiryStatus } from '#modules/enquiries/admin.server.ts'
import * as contract from '#modules/enquiries/admin-contract.ts'
import { implement } from './endpoint.ts'

export const adminEnquiryEndpoints = implement(contract, {
  listEnquiries: ({ db }, { query }) => listEnquiries(db, query),
  getEnquiry: ({ db }, { params: { enquiryId } }) => findEnquiry(db, enquiryId),
  setEnquiryStatus: ({ db }, { actor, params: { enquiryId }, body }) => setEnquiryStatus(db, actor, enquiryId, body),
  replyToEnquiry: {
    limit: 'enquiryAnswer',
    handle: ({ db, jobs, limits, ownerSettings }, { actor, params: { enquiryId }, body }) =>
      answerEnquiry({ db, jobs, limits, shopName: ownerSettings.shopName() }, actor, enquiryId, body),
  },
})
