import * as contract from '#modules/enquiries/contract.ts'
import { receiveBulk, receiveContact } from '#modules/enquiries/service.server.ts'
import { implement } from './endpoint.ts'

export const enquiryEndpoints = implement(contract, {
  sendContactMessage: {
    limit: 'enquiry',
    handle: async (shop, { findActor, body }) => {
      const actor = await findActor()
      if (actor) await shop.limits.spend('enquiry', { account: actor.userId })
      await receiveContact(shop, body, actor)
      return { message: 'Message sent successfully' }
    },
  },
  sendBulkEnquiry: {
    limit: 'enquiry',
    handle: async (shop, { body }) => {
      await receiveBulk(shop, body)
      return { message: "Message sent successfully we'll get back to you soon" }
    },
  },
})
