export const weakPassword =
  'Password must contain an uppercase letter, a lowercase letter, a number, and be at least 8 characters long'
export const longestPassword = 256

/** Shown one by one as they are met; all of them together are the rule. */
export const passwordRules: readonly { label: string; isMet(password: string): boolean }[] = [
  { label: 'At least 8 characters', isMet: (password) => [...password].length >= 8 },
  { label: 'An uppercase letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { label: 'A lowercase letter', isMet: (password) => /\p{Ll}/u.test(password) },
  { label: 'A number', isMet: (password) => /\p{Nd}/u.test(password) },
]
