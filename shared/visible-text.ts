const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** False for text of only spaces, fillers, joiners, other format characters or the empty Braille cell. */
export function hasVisibleCharacter(text: string): boolean {
  return visible.test(text.normalize('NFKC'))
}
