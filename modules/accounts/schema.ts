import { z } from 'zod'
import { displayName, emailField, optionalPhone, optionalText, rawText, requiredText } from '#shared/fields.ts'
import { usernameField } from './names.ts'
import { maxPasswordLength, passwordJsonSchema, passwordRules, weakPasswordMessage } from './password-rules.ts'

/** A plus sign in a link may arrive as a space. */
const emailInLink = rawText(600)
  .overwrite((text) => text.trim().replaceAll(' ', '+'))
  .pipe(emailField)

const newPassword = rawText(maxPasswordLength, 'Please enter a password.')
  .refine((password) => passwordRules.every(({ isMet }) => isMet(password)), weakPasswordMessage)
  .meta(passwordJsonSchema)

/** Existing passwords may predate the current rules, so only their presence is checked. */
const existingPassword = rawText(maxPasswordLength, 'Please enter your password.').min(1, 'Please enter your password.')

const linkToken = requiredText(200, 'This link is not complete.')

const passwordsMatch = <Shape extends { password: string; confirmPassword: string }>(input: Shape) =>
  input.password === input.confirmPassword
const passwordMismatch = { path: ['confirmPassword'], message: 'The two passwords are not the same.' }
const confirmPassword = rawText(maxPasswordLength, 'Please enter the password again.')

export const loginSchema = z
  .object({
    username: requiredText(254, 'Please enter your email or username.').transform((text) =>
      text.normalize('NFKC').trim(),
    ),
    password: existingPassword,
  })
  .meta({ id: 'Login' })

export const registrationSchema = z
  .object({
    username: usernameField,
    email: emailField,
    password: newPassword,
    /** The username joins both without a space; sent separately, they form the display name. */
    firstName: displayName('your first name', 80).optional(),
    lastName: displayName('your last name', 80).optional(),
    returnTo: rawText(2000)
      .optional()
      .meta({ description: 'A path of the shop; the confirmation link returns the user to it.' }),
  })
  .meta({ id: 'Registration' })

export const roleSchema = z.object({
  role: z.literal('Customer', 'The role of a new account is Customer.').default('Customer'),
})

export const emailQuerySchema = z.object({ email: emailInLink })

export const resendSchema = z.object({ email: emailInLink.optional() }).meta({ id: 'ResendConfirmation' })

export const confirmationSchema = z.object({ token: linkToken, email: emailInLink })

export const resetSchema = z
  .object({ email: emailInLink, token: linkToken, password: newPassword, confirmPassword })
  .refine(passwordsMatch, passwordMismatch)
  .meta({ id: 'PasswordReset' })

export const changePasswordSchema = z
  .object({ currentPassword: existingPassword.optional(), password: newPassword, confirmPassword })
  .refine(passwordsMatch, passwordMismatch)
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

export const userResponseSchema = z.object({ data: userSchema }).meta({ id: 'UserResponse' })

export const profileSchema = z
  .object({ name: displayName('your full name', 120), phoneNumber: optionalPhone.nullish() })
  .meta({ id: 'Profile' })

/** Accounts with a password confirm it; accounts without one enter their email. */
export const accountDeletionSchema = z
  .object({ password: existingPassword.optional(), email: optionalText(254).optional() })
  .meta({ id: 'AccountDeletion' })

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
export type AccountDeletion = z.output<typeof accountDeletionSchema>
export type WireUser = z.output<typeof userSchema>
