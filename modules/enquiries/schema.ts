import { z } from 'zod'
import { displayName, emailField, rawText, requiredText } from '#shared/fields.ts'

const phoneNumberError = 'Please enter a phone number of 10 digits.'

const maxMessageLength = 5000

/** The field is hidden from people; only bots fill it in. */
const honeypot = { website: rawText(500).optional() }

export const contactSchema = z
  .object({
    firstName: displayName('your first name', 80),
    lastName: displayName('your last name', 80),
    queries: requiredText(maxMessageLength, 'Please enter your question.'),
    ...honeypot,
  })
  .meta({ id: 'ContactMessage' })

export const bulkSchema = z
  .object({
    name: displayName('your name', 120),
    email: emailField,
    phoneNumber: z
      .union([rawText(40), z.int().min(0).max(9_999_999_999)], phoneNumberError)
      .transform((value) => String(value).trim())
      .refine((value) => /^\d{10}$/.test(value), phoneNumberError),
    message: requiredText(maxMessageLength, 'Please enter your message.'),
    ...honeypot,
  })
  .meta({ id: 'BulkEnquiry' })

export const receivedSchema = z.object({ message: z.string() }).meta({ id: 'Received' })

export type ContactMessage = z.infer<typeof contactSchema>
export type BulkEnquiry = z.infer<typeof bulkSchema>
