export const weakPassword =
  'Password must contain an uppercase letter, a lowercase letter, a number, and be at least 8 characters long'
export const longestPassword = 256
const shortestPassword = 8

const needed = [
  { label: 'An uppercase letter', pattern: /\p{Lu}/u },
  { label: 'A lowercase letter', pattern: /\p{Ll}/u },
  { label: 'A number', pattern: /\p{Nd}/u },
]

/** Shown one by one as they are met; all of them together are the rule. */
export const passwordRules: readonly { label: string; isMet(password: string): boolean }[] = [
  { label: `At least ${shortestPassword} characters`, isMet: (password) => [...password].length >= shortestPassword },
  ...needed.map(({ label, pattern }) => ({ label, isMet: (password: string) => pattern.test(password) })),
]

/** The same rules for the API document, as JSON Schema. */
export const passwordJsonSchema = {
  description: weakPassword,
  minLength: shortestPassword,
  pattern: `^${needed.map(({ pattern }) => `(?=[\\s\\S]*${pattern.source})`).join('')}[^\\0]*$`,
}
