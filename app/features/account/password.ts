import type { Check } from '#app/lib/form.ts'
import { passwordRules, weakPassword } from '#modules/accounts/password-rules.ts'

export const isStrong: Check = (password) =>
  passwordRules.every(({ isMet }) => isMet(password)) ? undefined : weakPassword

export const repeats =
  <Name extends string>(first: Name): Check<Name> =>
  (value, all) => {
    if (!value) return 'Please enter the password again.'
    return value === all[first] ? undefined : 'The two passwords are not the same.'
  }
