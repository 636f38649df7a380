/** Crockford's base 32: without I, L, O and U, which are misread. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomDigits = 12
const allDigits = randomDigits + 1

/** x⁵ + x² + 1, the polynomial of the field with 32 elements. */
const reduction = 0b100101

/**
 * The Damm algorithm over that field: 0 for a correct code. It detects every wrong character and every pair of
 * neighbours in the wrong order.
 */
function checksum(values: number[]): number {
  return values.reduce((sum, value) => {
    const doubled = (sum ^ value) << 1
    return doubled & 32 ? doubled ^ reduction : doubled
  }, 0)
}

const grouped = (text: string) => text.match(/.{1,4}/g)?.join('-') ?? ''
const valuesOf = (text: string) => [...text].map((digit) => digits.indexOf(digit))

/** A code with 60 random bits, such as `7KQ4-9MZT-2XHB-C`; its last character is the check character. */
export function newCode(): string {
  const values = [...crypto.getRandomValues(new Uint8Array(randomDigits))].map((byte) => byte % digits.length)
  return grouped([...values, checksum(values)].map((value) => digits[value]).join(''))
}

/**
 * The code that was typed, in its one correct form. Letter case, spaces and hyphens do not matter, and letters that look
 * like digits count as those. Undefined if the text is no code, or if its check character is wrong.
 */
export function parseCode(typed: string): string | undefined {
  const text = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1')
    .replaceAll('L', '1')
  const values = valuesOf(text)
  if (values.length !== allDigits || values.includes(-1) || checksum(values) !== 0) return undefined
  return grouped(text)
}
