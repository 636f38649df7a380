import { z } from 'zod'
import { longestPassword, passwordRules, weakPassword } from './password-rules.ts'

/** Not NUL and its kin, nor half a character, nor what turns the direction of the text around it. */
const unusable = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const unusableText = 'This text holds a character that cannot be used.'

/** One line that a person has typed: spaces around it go, those inside become one. */
const typedLine = (what: string, most: number) =>
  z
    .string(`Please enter ${what}.`)
    .max(most * 2, `Please use at most ${most} characters.`)
    .transform((text) => text.normalize('NFC').trim().replace(/ {2,}/g, ' '))
    .pipe(
      z
        .string()
        .min(1, `Please enter ${what}.`)
        .max(most, `Please use at most ${most} characters.`)
        .refine((text) => !unusable.test(text), unusableText),
    )

const wrongEmail = 'Please enter an email address, such as name@example.com.'
const email = z.string(wrongEmail).trim().max(254, 'Please use at most 254 characters.').pipe(z.email(wrongEmail))

/** In a link a plus sign may have become a space on its way. */
const emailInLink = z
  .string(wrongEmail)
  .transform((text) => text.replaceAll(' ', '+'))
  .pipe(email)

const newPassword = z
  .string('Please enter a password.')
  .max(longestPassword, `Please use at most ${longestPassword} characters.`)
  .refine((password) => passwordRules.every(({ isMet }) => isMet(password)), weakPassword)
  .refine((password) => !password.includes('\0'), unusableText)

/** Any password that somebody may have: whether it is right is not for a schema to say. */
const givenPassword = z
  .string('Please enter your password.')
  .min(1, 'Please enter your password.')
  .max(longestPassword, `Please use at most ${longestPassword} characters.`)

export const loginSchema = z
  .object({
    username: z
      .string('Please enter your email or username.')
      .trim()
      .min(1, 'Please enter your email or username.')
      .max(254, 'Please use at most 254 characters.')
      .refine((text) => !text.includes('\0'), unusableText),
    password: givenPassword,
  })
  .meta({ id: 'Login' })

export const registrationSchema = z
  .object({
    username: typedLine('your first and last name', 120).refine((text) => !text.includes('@'), {
      message: 'A username cannot contain @.',
    }),
    email,
    password: newPassword,
    /** The username holds both, but joined; given apart, they make the full name. */
    firstName: typedLine('your first name', 80).optional(),
    lastName: typedLine('your last name', 80).optional(),
  })
  .meta({ id: 'Registration' })

export const roleSchema = z.object({
  role: z.literal('Customer', 'New accounts are for customers.').default('Customer'),
})

export const authResultSchema = z
  .object({ token: z.string(), userId: z.uuid(), userEmail: z.string() })
  .meta({ id: 'AuthResult' })

export const messageSchema = z.object({ message: z.string() }).meta({ id: 'Message' })

const userSchema = z
  .object({
    userId: z.uuid(),
    name: z.string(),
    phoneNumber: z.string().nullable(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    username: z.string(),
    role: z.enum(['Customer', 'Staff', 'Admin']),
    hasPassword: z.boolean(),
  })
  .meta({ id: 'User' })

export const emailQuerySchema = z.object({ email: emailInLink })

export type Credentials = z.output<typeof loginSchema>
export type Registration = z.output<typeof registrationSchema>
export type AuthResult = z.output<typeof authResultSchema>
export type WireUser = z.output<typeof userSchema>
