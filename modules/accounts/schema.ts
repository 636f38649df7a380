import * as z from 'zod/mini'
import { displayName, emailField, optionalPhone, optionalText, rawText, requiredText } from '#shared/fields.ts'
import { usernameField } from './names.ts'
import { maxPasswordLength, passwordJsonSchema, passwordRules, weakPasswordMessage } from './password-rules.ts'

/** A plus sign in a link may arrive as a space. */
const emailInLink = z.pipe(rawText(600).check(z.overwrite((text) => text.trim().replaceAll(' ', '+'))), emailField)

const newPassword = rawText(maxPasswordLength, 'Please enter a password.').check(
  z.refine((password) => passwordRules.every(({ isMet }) => isMet(password)), weakPasswordMessage),
  z.meta(passwordJsonSchema),
)

/** Existing passwords may predate the current rules, so only their presence is checked. */
const existingPassword = rawText(maxPasswordLength, 'Please enter your password.').check(
  z.minLength(1, 'Please enter your password.'),
)

const linkToken = requiredText(200, 'This link is not complete.')

const passwordsMatch = <Shape extends { password: string; confirmPassword: string }>(input: Shape) =>
  input.password === input.confirmPassword
const passwordMismatch = { path: ['confirmPassword'], message: 'The two passwords are not the same.' }
const confirmPassword = rawText(maxPasswordLength, 'Please enter the password again.')

export const loginSchema = z
  .object({
    username: z.pipe(
      requiredText(254, 'Please enter your email or username.'),
      z.transform((text) => text.normalize('NFKC').trim()),
    ),
    password: existingPassword,
  })
  .register(z.globalRegistry, { id: 'Login' })

export const registrationSchema = z
  .object({
    username: usernameField,
    email: emailField,
    password: newPassword,
    /** The username joins both without a space; sent separately, they form the display name. */
    firstName: z.optional(displayName('your first name', 80)),
    lastName: z.optional(displayName('your last name', 80)),
    returnTo: z
      .optional(rawText(2000))
      .check(z.meta({ description: 'A path of the shop; the confirmation link returns the user to it.' })),
  })
  .register(z.globalRegistry, { id: 'Registration' })

export const roleSchema = z.object({
  role: z._default(z.literal('Customer', 'The role of a new account is Customer.'), 'Customer'),
})

export const emailQuerySchema = z.object({ email: emailInLink })

export const resendSchema = z
  .object({ email: z.optional(emailInLink) })
  .register(z.globalRegistry, { id: 'ResendConfirmation' })

export const confirmationSchema = z.object({ token: linkToken, email: emailInLink })

export const resetSchema = z
  .object({ email: emailInLink, token: linkToken, password: newPassword, confirmPassword })
  .check(z.refine(passwordsMatch, passwordMismatch))
  .register(z.globalRegistry, { id: 'PasswordReset' })

export const changePasswordSchema = z
  .object({ currentPassword: z.optional(existingPassword), password: newPassword, confirmPassword })
  .check(z.refine(passwordsMatch, passwordMismatch))
  .register(z.globalRegistry, { id: 'PasswordChange' })

export const authResultSchema = z
  .object({ token: z.string(), userId: z.uuid(), userEmail: z.string() })
  .register(z.globalRegistry, { id: 'AuthResult' })

export const messageSchema = z.object({ message: z.string() }).register(z.globalRegistry, { id: 'Message' })

const userSchema = z
  .object({
    userId: z.uuid(),
    name: z.string(),
    phoneNumber: z.nullable(z.string()),
    email: z.string(),
    emailConfirmed: z.boolean(),
    username: z.string(),
    role: z.enum(['Customer', 'Staff', 'Admin']),
    hasPassword: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'User' })

export const userResponseSchema = z.object({ data: userSchema }).register(z.globalRegistry, { id: 'UserResponse' })

export const profileSchema = z
  .object({ name: displayName('your full name', 120), phoneNumber: z.nullish(optionalPhone) })
  .register(z.globalRegistry, { id: 'Profile' })

/** Accounts with a password confirm it; accounts without one enter their email. */
export const accountDeletionSchema = z
  .object({ password: z.optional(existingPassword), email: z.optional(optionalText(254)) })
  .register(z.globalRegistry, { id: 'AccountDeletion' })

export const personalDataSchema = z
  .looseObject({ exportedAt: z.iso.datetime(), account: z.looseObject({}) })
  .register(z.globalRegistry, { id: 'PersonalData' })

export type Credentials = z.output<typeof loginSchema>
export type Registration = z.output<typeof registrationSchema>
export type AuthResult = z.output<typeof authResultSchema>
export type Confirmation = z.output<typeof confirmationSchema>
export type PasswordReset = z.output<typeof resetSchema>
export type PasswordChange = z.output<typeof changePasswordSchema>
export type Profile = z.output<typeof profileSchema>
export type AccountDeletion = z.output<typeof accountDeletionSchema>
export type WireUser = z.output<typeof userSchema>
