import * as z from 'zod/mini'
import { invalidCharacter, requiredLine } from '#shared/fields.ts'
import { hasVisibleCharacter } from '#shared/visible-text.ts'

/** Invisible characters would make two names look alike. Joiners and variation selectors are part of letters and emoji. */
const hiddenCharacters = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** Normalized to NFKC, so full-width letters equal ordinary ones. */
export const usernameField = requiredLine('your first and last name', 120).check(
  z.overwrite((text) => text.normalize('NFKC').trim()),
  z.refine(hasVisibleCharacter, 'Please enter your first and last name.'),
  z.refine((text) => !text.includes('@'), 'A username cannot contain @.'),
  z.refine((text) => text.search(hiddenCharacters) < 0 && text.length <= 120, invalidCharacter),
  z.meta({
    description: 'First and last name, joined. It cannot contain @. If it is taken, a number is added to it.',
    pattern: '^[^@]*$',
  }),
)

/** Derives a username from a name; the fallback is the local part of the email. */
export function usernameFrom(name: string, fallback: string): string {
  const username = name.normalize('NFKC').replace(hiddenCharacters, '').replace(/[\s@]/gu, '')
  return hasVisibleCharacter(username) ? username : fallback
}
