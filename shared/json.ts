const deepest = 100

/** JSON.parse of a caller's text. Nesting deeper than any schema has is refused before it is parsed. */
export function parseJson(text: string): unknown {
  if (nestsTooDeep(text)) throw new SyntaxError(`JSON nested more than ${deepest} deep`)
  return JSON.parse(text)
}

function nestsTooDeep(text: string): boolean {
  if (text.length < 2 * deepest) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (inString) {
      if (sign === '\\') at++
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '[' || sign === '{') {
      if (++depth > deepest) return true
    } else if (sign === ']' || sign === '}') depth--
  }
  return false
}
