import { z } from 'zod'
import { displayName, emailField, filledText, lookupText } from '#shared/fields.ts'

const line = (what: string, most: number) => filledText(most, `Please enter ${what}.`)
const tenDigits = 'Please enter a phone number of 10 digits.'

const longestMessage = 5000

/** Left empty by people, who never see it; filled in by programs that fill in everything. */
const trap = { website: lookupText(500).optional() }

export const contactSchema = z
  .object({
    firstName: displayName('your first name', 80),
    lastName: displayName('your last name', 80),
    queries: line('your question', longestMessage),
    ...trap,
  })
  .meta({ id: 'ContactMessage' })

export const bulkSchema = z
  .object({
    name: displayName('your name', 120),
    email: emailField,
    phoneNumber: z
      .union([lookupText(40), z.int().min(0).max(9_999_999_999)], tenDigits)
      .transform((given) => String(given).trim())
      .refine((given) => /^\d{10}$/.test(given), tenDigits),
    message: line('your message', longestMessage),
    ...trap,
  })
  .meta({ id: 'BulkEnquiry' })

export const receivedSchema = z.object({ message: z.string() }).meta({ id: 'Received' })

export type ContactMessage = z.infer<typeof contactSchema>
export type BulkEnquiry = z.infer<typeof bulkSchema>
