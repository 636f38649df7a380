const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** XML 1.0 does not allow these characters even when escaped; one of them makes the document invalid. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const invalidInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(invalidInXml, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}

export function xmlResponse(type: string, lines: string[]): Response {
  const document = ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n')
  return new Response(document, { headers: { 'Content-Type': `${type}; charset=utf-8` } })
}
