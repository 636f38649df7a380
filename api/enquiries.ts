import { bulkSchema, contactSchema, receivedSchema } from '#modules/enquiries/schema.ts'
import { receiveBulk, receiveContact } from '#modules/enquiries/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { endpoint } from './endpoint.ts'

const desk = async ({ db, jobs, owner }: Shop) => ({ db, jobs, shopEmail: (await owner.current()).shopEmail })

export const enquiryEndpoints = [
  endpoint({
    method: 'post',
    path: '/GetInTouch',
    audience: 'public',
    summary: 'A question to the shop',
    limit: 'enquiries',
    body: contactSchema,
    answer: receivedSchema,
    status: 201,
    handle: async (shop, { body }) => {
      await receiveContact(await desk(shop), body)
      return { message: 'Message sent successfully' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/BulkBuying',
    audience: 'public',
    summary: 'An enquiry for many pieces',
    limit: 'enquiries',
    body: bulkSchema,
    answer: receivedSchema,
    status: 201,
    handle: async (shop, { body }) => {
      await receiveBulk(await desk(shop), body)
      return { message: "Message sent successfully we'll get back to you soon" }
    },
  }),
]
