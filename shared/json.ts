const maxDepth = 100

/** JSON.parse for input from callers. Rejects nesting deeper than any schema before parsing. */
export function parseJson(text: string): unknown {
  if (nestsTooDeep(text)) throw new SyntaxError(`JSON is nested more than ${maxDepth} levels deep`)
  return JSON.parse(text)
}

function nestsTooDeep(text: string): boolean {
  if (text.length < 2 * maxDepth) return false
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '[' || character === '{') {
      if (++depth > maxDepth) return true
    } else if (character === ']' || character === '}') depth--
  }
  return false
}
