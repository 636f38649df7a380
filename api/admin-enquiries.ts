import { z } from 'zod'
import { answerEnquiry, findEnquiry, listEnquiries, setEnquiryState } from '#modules/enquiries/desk.server.ts'
import {
  answerSchema,
  enquiryListSchema,
  enquiryRecordSchema,
  enquiryRowsSchema,
  enquiryStateSchema,
} from '#modules/enquiries/desk-schema.ts'
import { foreignId } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ enquiryId: foreignId })

export const adminEnquiryEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/enquiries',
    audience: 'staff',
    summary: 'What people have written to the shop, newest first',
    query: enquiryListSchema,
    answer: enquiryRowsSchema,
    handle: ({ db }, { query }) => listEnquiries(db, query),
  }),
  endpoint({
    method: 'get',
    path: '/admin/enquiries/{enquiryId}',
    audience: 'staff',
    summary: 'One enquiry with the answers that went out',
    params,
    answer: enquiryRecordSchema,
    handle: ({ db }, { params: { enquiryId } }) => findEnquiry(db, enquiryId),
  }),
  endpoint({
    method: 'put',
    path: '/admin/enquiries/{enquiryId}',
    audience: 'staff',
    summary: 'Marks an enquiry as new, answered or closed',
    params,
    body: enquiryStateSchema,
    answer: enquiryRecordSchema,
    handle: ({ db }, { actor, params: { enquiryId }, body }) => setEnquiryState(db, actor, enquiryId, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/enquiries/{enquiryId}/answers',
    audience: 'staff',
    summary: 'Answers an enquiry by mail',
    params,
    body: answerSchema,
    answer: enquiryRecordSchema,
    status: 201,
    handle: ({ db, jobs, owner }, { actor, params: { enquiryId }, body }) =>
      answerEnquiry({ db, jobs, shopName: owner.shopName() }, actor, enquiryId, body),
  }),
]
