import { z } from 'zod'
import { displayName, emailField, filledText, longText, lookupText, optionalPhone } from '#shared/fields.ts'
import { usernameField } from './names.ts'
import { longestPassword, passwordJsonSchema, passwordRules, weakPassword } from './password-rules.ts'

/** In a link a plus sign may have become a space on its way. */
const emailInLink = lookupText(600)
  .overwrite((text) => text.trim().replaceAll(' ', '+'))
  .pipe(emailField)

const newPassword = lookupText(longestPassword, 'Please enter a password.')
  .refine((password) => passwordRules.every(({ isMet }) => isMet(password)), weakPassword)
  .meta(passwordJsonSchema)

/** Any password that somebody may have: whether it is right is not for a schema to say. */
const givenPassword = lookupText(longestPassword, 'Please enter your password.').min(1, 'Please enter your password.')

/** As it stands in a link; anything else is simply not one of ours. */
const linkToken = filledText(200, 'This link is not complete.')

const twice = <Shape extends { password: string; confirmPassword: string }>(given: Shape) =>
  given.password === given.confirmPassword
const notTwice = { path: ['confirmPassword'], message: 'The two passwords are not the same.' }
const confirmPassword = lookupText(longestPassword, 'Please enter the password again.')

export const loginSchema = z
  .object({
    username: filledText(254, 'Please enter your email or username.').transform((text) =>
      text.normalize('NFKC').trim(),
    ),
    password: givenPassword,
  })
  .meta({ id: 'Login' })

export const registrationSchema = z
  .object({
    username: usernameField,
    email: emailField,
    password: newPassword,
    /** The username holds both, but joined; given apart, they make the full name. */
    firstName: displayName('your first name', 80).optional(),
    lastName: displayName('your last name', 80).optional(),
    returnTo: lookupText(2000)
      .optional()
      .meta({ description: 'A path of the shop; the emailed link leads back to it.' }),
  })
  .meta({ id: 'Registration' })

export const roleSchema = z.object({
  role: z.literal('Customer', 'New accounts are for customers.').default('Customer'),
})

export const emailQuerySchema = z.object({ email: emailInLink })

export const resendSchema = z.object({ email: emailInLink.optional() }).meta({ id: 'ResendConfirmation' })

export const confirmationSchema = z.object({ token: linkToken, email: emailInLink })

export const resetSchema = z
  .object({ email: emailInLink, token: linkToken, password: newPassword, confirmPassword })
  .refine(twice, notTwice)
  .meta({ id: 'PasswordReset' })

export const changePasswordSchema = z
  .object({ currentPassword: givenPassword.optional(), password: newPassword, confirmPassword })
  .refine(twice, notTwice)
  .meta({ id: 'PasswordChange' })

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

export const userAnswerSchema = z.object({ data: userSchema }).meta({ id: 'UserAnswer' })

export const profileSchema = z
  .object({ name: displayName('your full name', 120), phoneNumber: optionalPhone.nullish() })
  .meta({ id: 'Profile' })

/** Whoever has a password proves it; whoever has none writes their email. */
export const farewellSchema = z
  .object({ password: givenPassword.optional(), email: longText(254).optional() })
  .meta({ id: 'Farewell' })

export const personalDataSchema = z
  .looseObject({ exportedAt: z.iso.datetime(), account: z.looseObject({}) })
  .meta({ id: 'PersonalData' })

export type Credentials = z.output<typeof loginSchema>
export type Registration = z.output<typeof registrationSchema>
export type AuthResult = z.output<typeof authResultSchema>
export type Confirmation = z.output<typeof confirmationSchema>
export type PasswordReset = z.output<typeof resetSchema>
export type PasswordChange = z.output<typeof changePasswordSchema>
export type Profile = z.output<typeof profileSchema>
export type Farewell = z.output<typeof farewellSchema>
export type WireUser = z.output<typeof userSchema>
