import { z } from 'zod'
import { hasVisibleCharacter } from '#shared/visible-text.ts'

const line = (what: string, most: number) =>
  z
    .string(`Please enter ${what}.`)
    .trim()
    .min(1, `Please enter ${what}.`)
    .max(most, `Please use at most ${most.toLocaleString('en-US')} characters.`)
    .refine((text) => !text.includes('\0'), 'This text holds a character that cannot be used.')

const nameOf = (what: string, most: number) => line(what, most).refine(hasVisibleCharacter, `Please enter ${what}.`)

const longestMessage = 5000

/** Left empty by people, who never see it; filled in by programs that fill in everything. */
const trap = { website: z.string().max(500).optional() }

export const contactSchema = z
  .object({
    firstName: nameOf('your first name', 80),
    lastName: nameOf('your last name', 80),
    queries: line('your question', longestMessage),
    ...trap,
  })
  .meta({ id: 'ContactMessage' })

export const bulkSchema = z
  .object({
    name: nameOf('your name', 120),
    email: z.email('Please enter an email address, such as name@example.com.').max(254),
    phoneNumber: z
      .union([z.string(), z.number()], 'Please enter a phone number of 10 digits.')
      .transform((given) => String(given).trim())
      .refine((given) => /^\d{10}$/.test(given), 'Please enter a phone number of 10 digits.'),
    message: line('your message', longestMessage),
    ...trap,
  })
  .meta({ id: 'BulkEnquiry' })

export const receivedSchema = z.object({ message: z.string() }).meta({ id: 'Received' })

export type ContactMessage = z.infer<typeof contactSchema>
export type BulkEnquiry = z.infer<typeof bulkSchema>
