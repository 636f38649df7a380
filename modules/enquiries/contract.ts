import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { displayName, emailField, rawText, requiredText } from '#shared/fields.ts'

const phoneNumberError = 'Please enter a phone number of 10 digits.'

const maxMessageLength = 5000

/** The field is hidden from people; only bots fill it in. */
const honeypot = { website: z.optional(rawText(500)) }

export const contactSchema = z
  .object({
    firstName: displayName('your first name', 80),
    lastName: displayName('your last name', 80),
    queries: requiredText(maxMessageLength, 'Please enter your question.'),
    ...honeypot,
  })
  .register(z.globalRegistry, { id: 'ContactMessage' })

export const bulkSchema = z
  .object({
    name: displayName('your name', 120),
    email: emailField,
    phoneNumber: z
      .pipe(
        z.union([rawText(40), z.int().check(z.minimum(0), z.maximum(9_999_999_999))], phoneNumberError),
        z.transform((value) => String(value).trim()),
      )
      .check(z.refine((value) => /^\d{10}$/.test(value), phoneNumberError)),
    message: requiredText(maxMessageLength, 'Please enter your message.'),
    ...honeypot,
  })
  .register(z.globalRegistry, { id: 'BulkEnquiry' })

export const receivedSchema = z.object({ message: z.string() }).register(z.globalRegistry, { id: 'Received' })

export type ContactMessage = z.infer<typeof contactSchema>
export type BulkEnquiry = z.infer<typeof bulkSchema>

export const sendContactMessage = endpoint({
  method: 'post',
  path: '/GetInTouch',
  audience: 'public',
  summary: 'Send a message to the shop',
  optionalToken: true,
  body: contactSchema,
  answer: receivedSchema,
  status: 201,
})

export const sendBulkEnquiry = endpoint({
  method: 'post',
  path: '/BulkBuying',
  audience: 'public',
  summary: 'Send a bulk enquiry to the shop',
  body: bulkSchema,
  answer: receivedSchema,
  status: 201,
})
