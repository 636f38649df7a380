/** Parses a number. Returns other input unchanged, so that the server can report it as invalid. */
export const numberOf = (typed: string) => {
  const text = typed.trim()
  const plain = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return plain === '' ? null : Number.isNaN(Number(plain)) ? typed : Number(plain)
}

/** `Ruby Halo Ring` becomes `ruby-halo-ring`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
}
