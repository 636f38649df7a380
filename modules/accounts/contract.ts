import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import {
  displayName,
  emailField,
  optionalPhone,
  optionalText,
  rawText,
  requiredText,
  uuidOrUnknown,
} from '#shared/fields.ts'
import { roles } from '#shared/rights.ts'
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
const repeatMessage = 'Please enter the password again.'
const newPasswordFields = {
  password: newPassword,
  confirmPassword: rawText(maxPasswordLength, repeatMessage).check(z.minLength(1, repeatMessage)),
}

export const loginSchema = namedObject('Login', {
  username: z.pipe(
    requiredText(254, 'Please enter your email or username.'),
    z.transform((text) => text.normalize('NFKC').trim()),
  ),
  password: existingPassword,
})

export const registrationSchema = namedObject('Registration', {
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

export const roleSchema = z.object({
  role: z._default(z.literal('Customer', 'The role of a new account is Customer.'), 'Customer'),
})

export const emailQuerySchema = z.object({ email: emailInLink })

export const resendSchema = namedObject('ResendConfirmation', { email: z.optional(emailInLink) })

export const confirmationSchema = z.object({ token: linkToken, email: emailInLink })

/** What a form asks for; the rest of a reset is in its link. */
export const newPasswordSchema = z.object(newPasswordFields).check(z.refine(passwordsMatch, passwordMismatch))

export const resetSchema = z
  .object({ email: emailInLink, token: linkToken, ...newPasswordFields })
  .check(z.refine(passwordsMatch, passwordMismatch))
  .register(z.globalRegistry, { id: 'PasswordReset' })

export const changePasswordSchema = z
  .object({ currentPassword: z.optional(existingPassword), ...newPasswordFields })
  .check(z.refine(passwordsMatch, passwordMismatch))
  .register(z.globalRegistry, { id: 'PasswordChange' })

export const authResultSchema = namedObject('AuthResult', {
  token: z.string(),
  userId: z.uuid(),
  userEmail: z.string(),
})

export const messageSchema = namedObject('Message', { message: z.string() })

const userSchema = namedObject('User', {
  userId: z.uuid(),
  name: z.string(),
  phoneNumber: z.nullable(z.string()),
  email: z.string(),
  emailConfirmed: z.boolean(),
  username: z.string(),
  role: z.enum(roles),
  hasPassword: z.boolean(),
})

export const userResponseSchema = namedObject('UserResponse', { data: userSchema })

export const profileSchema = namedObject('Profile', {
  name: displayName('your full name', 120),
  phoneNumber: z.nullish(optionalPhone),
})

/** Accounts with a password confirm it; accounts without one enter their email. */
export const accountDeletionSchema = namedObject('AccountDeletion', {
  password: z.optional(existingPassword),
  email: z.optional(optionalText(254)),
})

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

export const login = endpoint({
  method: 'post',
  path: '/authentication/login',
  audience: 'public',
  summary: 'Sign in with an email or a username',
  errors: ['unauthenticated'],
  body: loginSchema,
  answer: authResultSchema,
})

export const register = endpoint({
  method: 'post',
  path: '/authentication/register',
  audience: 'public',
  summary: 'Register a customer account',
  description:
    'Creates an account and emails a link to confirm the address. Signing in does not wait for the confirmation.',
  errors: ['conflict'],
  query: roleSchema,
  body: registrationSchema,
  answer: messageSchema,
  status: 201,
})

export const logout = endpoint({
  method: 'post',
  path: '/authentication/logout',
  audience: 'public',
  summary: 'End the session of the token that is sent, if any',
  optionalToken: true,
  status: 204,
})

export const logoutEverywhere = endpoint({
  method: 'post',
  path: '/authentication/logout-everywhere',
  audience: 'customer',
  summary: 'End all sessions of the caller',
  status: 204,
})

export const requestPasswordReset = endpoint({
  method: 'post',
  path: '/authentication/forgot-password',
  audience: 'public',
  summary: 'Email a link to choose a new password; the response is the same for unknown emails',
  query: emailQuerySchema,
  answer: messageSchema,
})

export const resetPassword = endpoint({
  method: 'post',
  path: '/authentication/reset-password',
  audience: 'public',
  summary: 'Set a new password with the token of a reset or an invitation email; all sessions end',
  body: resetSchema,
  answer: messageSchema,
})

export const confirmEmail = endpoint({
  method: 'get',
  path: '/authentication/confirm-email',
  audience: 'public',
  summary: 'Confirm an email with the token of a confirmation email; repeating it is not an error',
  query: confirmationSchema,
  answer: messageSchema,
})

export const resendConfirmation = endpoint({
  method: 'post',
  path: '/authentication/resend-confirmation',
  audience: 'public',
  summary: 'Email the confirmation link again, to the caller or to the given email',
  optionalToken: true,
  errors: ['unauthenticated'],
  body: resendSchema,
  answer: messageSchema,
})

export const changePassword = endpoint({
  method: 'post',
  path: '/authentication/change-password',
  audience: 'customer',
  summary: 'Change the password; all other sessions end',
  errors: ['notFound'],
  body: changePasswordSchema,
  answer: messageSchema,
})

export const startOpenIdSignIn = endpoint({
  method: 'get',
  path: '/authentication/signin-google',
  audience: 'public',
  summary: 'Redirect the browser to the OpenID provider; 404 if none is configured',
  errors: ['notFound'],
  query: z.object({ returnTo: z.optional(rawText(2000)) }),
  status: 302,
})

export const finishOpenIdSignIn = endpoint({
  method: 'get',
  path: '/authentication/callback',
  audience: 'public',
  summary: 'Callback URL for the OpenID provider',
  status: 302,
})

export const createSessionFromOpenId = endpoint({
  method: 'post',
  path: '/authentication/session',
  audience: 'public',
  summary: 'Exchange the one-time cookie of an OpenID sign-in for a token',
  errors: ['unauthenticated'],
  answer: authResultSchema,
})

const params = z.object({ id: uuidOrUnknown })

export const getUser = endpoint({
  method: 'get',
  path: '/userdetails/{id}',
  audience: 'customer',
  summary: 'Get the account of the caller',
  errors: ['notFound'],
  params,
  answer: userResponseSchema,
})

export const updateUser = endpoint({
  method: 'put',
  path: '/userdetails/{id}',
  audience: 'customer',
  summary: 'Change the name and the phone number',
  errors: ['notFound'],
  params,
  body: profileSchema,
  answer: userResponseSchema,
})

export const exportPersonalData = endpoint({
  method: 'get',
  path: '/userdetails/{id}/data',
  audience: 'customer',
  summary: 'Download all data that the shop holds about the caller',
  errors: ['notFound'],
  params,
  downloadName: 'alpine-my-data.json',
  answer: personalDataSchema,
})

export const deleteUser = endpoint({
  method: 'delete',
  path: '/userdetails/{id}',
  audience: 'customer',
  summary: 'Delete the account and erase its personal data',
  errors: ['notFound', 'conflict'],
  params,
  body: accountDeletionSchema,
  status: 204,
})
