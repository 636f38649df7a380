export const weakPasswordMessage =
  'Password must contain an uppercase letter, a lowercase letter, a number, and be at least 8 characters long'
export const maxPasswordLength = 256
const minPasswordLength = 8

const characterRules = [
  { label: 'An uppercase letter', pattern: /\p{Lu}/u },
  { label: 'A lowercase letter', pattern: /\p{Ll}/u },
  { label: 'A number', pattern: /\p{Nd}/u },
]

/** The form shows each rule separately; a password must meet all of them. */
export const passwordRules: readonly { label: string; isMet(password: string): boolean }[] = [
  { label: `At least ${minPasswordLength} characters`, isMet: (password) => [...password].length >= minPasswordLength },
  ...characterRules.map(({ label, pattern }) => ({ label, isMet: (password: string) => pattern.test(password) })),
]

/** The same rules as JSON Schema for the OpenAPI document. */
export const passwordJsonSchema = {
  description: weakPasswordMessage,
  minLength: minPasswordLength,
  pattern: `^${characterRules.map(({ pattern }) => `(?=[\\s\\S]*${pattern.source})`).join('')}[^\\0]*$`,
}
