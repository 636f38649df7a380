import { bulkSchema, contactSchema, receivedSchema } from '#modules/enquiries/schema.ts'
import { receiveBulk, receiveContact } from '#modules/enquiries/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { endpoint } from './endpoint.ts'

async function enquiryContext({ db, jobs, limits, ownerSettings }: Shop) {
  const { shopName, shopEmail } = await ownerSettings.current()
  return { db, jobs, limits, shopName, shopEmail }
}

export const enquiryEndpoints = [
  endpoint({
    operationId: 'sendContactMessage',
    method: 'post',
    path: '/GetInTouch',
    audience: 'public',
    summary: 'Send a message to the shop',
    optionalToken: true,
    limit: 'enquiry',
    body: contactSchema,
    answer: receivedSchema,
    status: 201,
    handle: async (shop, { findActor, body }) => {
      const actor = await findActor()
      if (actor) await shop.limits.spend('enquiry', { account: actor.userId })
      await receiveContact(await enquiryContext(shop), body, actor)
      return { message: 'Message sent successfully' }
    },
  }),
  endpoint({
    operationId: 'sendBulkEnquiry',
    method: 'post',
    path: '/BulkBuying',
    audience: 'public',
    summary: 'Send a bulk enquiry to the shop',
    limit: 'enquiry',
    body: bulkSchema,
    answer: receivedSchema,
    status: 201,
    handle: async (shop, { body }) => {
      await receiveBulk(await enquiryContext(shop), body)
      return { message: "Message sent successfully we'll get back to you soon" }
    },
  }),
] as const
