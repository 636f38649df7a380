import * as z from 'zod/mini'
import { answerEnquiry, findEnquiry, listEnquiries, setEnquiryStatus } from '#modules/enquiries/admin.server.ts'
import {
  answerSchema,
  enquiryListSchema,
  enquiryRecordSchema,
  enquiryRowsSchema,
  enquiryStatusSchema,
} from '#modules/enquiries/admin-schema.ts'
import { uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ enquiryId: uuidOrUnknown })

export const adminEnquiryEndpoints = [
  endpoint({
    operationId: 'listEnquiries',
    method: 'get',
    path: '/admin/enquiries',
    audience: 'staff',
    summary: 'List enquiries, newest first',
    query: enquiryListSchema,
    answer: enquiryRowsSchema,
    handle: ({ db }, { query }) => listEnquiries(db, query),
  }),
  endpoint({
    operationId: 'getEnquiry',
    method: 'get',
    path: '/admin/enquiries/{enquiryId}',
    audience: 'staff',
    summary: 'Get an enquiry with its replies',
    errors: ['notFound'],
    params,
    answer: enquiryRecordSchema,
    handle: ({ db }, { params: { enquiryId } }) => findEnquiry(db, enquiryId),
  }),
  endpoint({
    operationId: 'setEnquiryStatus',
    method: 'put',
    path: '/admin/enquiries/{enquiryId}',
    audience: 'staff',
    summary: 'Mark an enquiry as new, answered or closed',
    errors: ['notFound', 'conflict'],
    current: enquiryRecordSchema,
    params,
    body: enquiryStatusSchema,
    answer: enquiryRecordSchema,
    handle: ({ db }, { actor, params: { enquiryId }, body }) => setEnquiryStatus(db, actor, enquiryId, body),
  }),
  endpoint({
    operationId: 'replyToEnquiry',
    method: 'post',
    path: '/admin/enquiries/{enquiryId}/answers',
    audience: 'staff',
    summary: 'Reply to an enquiry by email',
    errors: ['notFound'],
    limit: 'enquiryAnswer',
    params,
    body: answerSchema,
    answer: enquiryRecordSchema,
    status: 201,
    handle: ({ db, jobs, limits, ownerSettings }, { actor, params: { enquiryId }, body }) =>
      answerEnquiry({ db, jobs, limits, shopName: ownerSettings.shopName() }, actor, enquiryId, body),
  }),
] as const
