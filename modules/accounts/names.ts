import { typedLine, unusableText } from '#shared/fields.ts'
import { hasVisibleCharacter } from '#shared/visible-text.ts'

/** Nobody sees them, so they would make two names look alike. Joiners and variation selectors belong to letters and emoji. */
const hidden = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** What somebody signs in with: in compatibility form, so that full-width letters and signs are the ordinary ones. */
export const usernameField = typedLine('your first and last name', 120)
  .overwrite((text) => text.normalize('NFKC').trim())
  .refine(hasVisibleCharacter, 'Please enter your first and last name.')
  .refine((text) => !text.includes('@'), 'A username cannot contain @.')
  .refine((text) => text.search(hidden) < 0 && text.length <= 120, unusableText)
  .meta({
    description: 'First and last name, joined. It cannot contain @. If it is taken, a number is added to it.',
    pattern: '^[^@]*$',
  })

/** A username made of a name; the fallback is the first part of an email address. */
export function usernameFrom(name: string, fallback: string): string {
  const username = name.normalize('NFKC').replace(hidden, '').replace(/[\s@]/gu, '')
  return hasVisibleCharacter(username) ? username : fallback
}
