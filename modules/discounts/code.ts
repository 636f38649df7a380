import * as z from 'zod/mini'
import { rawText } from '#shared/fields.ts'

/** Letter case and surrounding spaces do not matter. */
export const codeField = rawText(60, 'Please enter a code.').check(z.overwrite((text) => text.trim().toUpperCase()))

/** What a shopper types: any text, because a wrong code has one answer. */
export const typedCode = codeField.check(z.minLength(1, 'Please enter a code.'))
