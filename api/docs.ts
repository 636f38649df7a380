import type { OpenApiDocument } from './openapi.ts'

type Parameter = { name: string; in: string; required: boolean; schema: Record<string, unknown> }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** A page for people, made once from the OpenAPI document: plain HTML without a script. */
export function docsPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callSection(path, method, operation)),
  )
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<section id="${name}"><h3>${name}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre></section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>ALPINE API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="/seal.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css"></head>
<body><main><h1>ALPINE API</h1>
<p>${escapeHtml(document.info.description)} The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<h2>Calls</h2>${calls.join('')}<h2>Shapes</h2>${schemas.join('')}</main></body></html>`
}

function callSection(path: string, method: string, operation: Record<string, unknown>): string {
  const parameters = operation.parameters as Parameter[]
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td>` +
      `<td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  )
  const table = rows.length > 0 ? `<table><tbody>${rows.join('')}</tbody></table>` : ''
  const answers = Object.entries(
    operation.responses as Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>,
  )
    .map(([status, { content }]) => `${status} ${shapeLink(content?.['application/json']?.schema.$ref)}`)
    .join(' · ')
  return `<section><h3><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(String(operation.summary))} (${escapeHtml(String(operation['x-audience']))})</p>${table}<p>${answers}</p></section>`
}

function shapeLink(reference: string | undefined): string {
  const name = reference?.split('/').at(-1)
  return name ? `<a href="#${name}">${name}</a>` : ''
}
