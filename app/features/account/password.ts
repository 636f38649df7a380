import type { Check } from '#app/lib/form.ts'
import { passwordRules, weakPasswordMessage } from '#modules/accounts/password-rules.ts'

export const isStrongPassword: Check = (password) =>
  passwordRules.every(({ isMet }) => isMet(password)) ? undefined : weakPasswordMessage

export const matchesPassword =
  <Name extends string>(first: Name): Check<Name> =>
  (value, all) => {
    if (!value) return 'Please enter the password again.'
    return value === all[first] ? undefined : 'The two passwords are not the same.'
  }
