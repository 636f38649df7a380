import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { displayName, emailField, optionalEmail, rawText, requiredText } from '#shared/fields.ts'

const phoneNumberError = 'Please enter a phone number of 10 digits.'

const maxMessageLength = 5000

/** The field is hidden from people; only bots fill it in. */
const honeypot = { website: z.optional(rawText(500)) }

export const contactSchema = namedObject('ContactMessage', {
  firstName: displayName('your first name', 80),
  lastName: displayName('your last name', 80),
  email: z._default(optionalEmail, '').check(z.meta({ description: 'Where the shop sends its reply' })),
  queries: requiredText(maxMessageLength, 'Please enter your question.'),
  ...honeypot,
})

export const bulkSchema = namedObject('BulkEnquiry', {
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

export const receivedSchema = namedObject('Received', { message: z.string() })

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
