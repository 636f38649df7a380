/** Parses a number. Other input goes to the server unchanged, despite the type, so that it reports the field. */
export const numberOf = (typed: string): number => {
  const text = typed.trim()
  const plain = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return (plain === '' ? null : Number.isNaN(Number(plain)) ? typed : Number(plain)) as number
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
