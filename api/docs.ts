import { escapeHtml, inlineCodeHtml, type SchemaNode, schemaRows, typeHtml } from './docs-schema.ts'
import type { ApiResponse, OpenApiDocument, Operation, Parameter } from './openapi.ts'

type Call = { path: string; method: string; operation: Operation }

/** Plain HTML without scripts, generated from the OpenAPI document. */
export function docsPage(document: OpenApiDocument): string {
  const { info, servers, tags, paths, components } = document
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ path, method, operation })),
  )
  const sections = tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name))
    return `<section aria-labelledby="${idOf(name)}"><h2 id="${idOf(name)}">${name}</h2>
<p>${escapeHtml(description)}</p>${own.map((call) => callArticle(call, components.responses)).join('')}</section>`
  })
  const links = [...tags.map(({ name }) => name), 'Errors', 'Schemas']
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>ALPINE API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="/seal.svg" type="image/svg+xml"><link rel="stylesheet" href="/docs.css"></head>
<body><header><a href="/"><img src="/seal.svg" alt="ALPINE shop" width="40" height="40"></a></header>
<nav aria-label="Sections"><ul>${links.map((name) => `<li><a href="#${idOf(name)}">${name}</a></li>`).join('')}</ul></nav>
<main><h1>ALPINE API</h1>${introduction(info.description, servers[0]?.url ?? '', calls.length)}
${sections.join('\n')}
${errorsSection(components.responses)}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
<p>Request and response bodies.</p>
${Object.entries(components.schemas).map(schemaArticle).join('\n')}</section>
</main></body></html>`
}

const idOf = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-')

function introduction(description: string, siteUrl: string, count: number): string {
  const example = `curl ${siteUrl}/api/product?pageSize=2

curl ${siteUrl}/api/authentication/login \\
  --json '{"username": "asha@example.com", "password": "…"}'

curl ${siteUrl}/api/ShoppingCart/CartItem \\
  --header 'Authorization: Bearer …' \\
  --json '{"productId": 1, "quantity": 2}'`
  return `<p class="lead">${escapeHtml(description)}</p>
<p>${count} operations, also as an <a href="/api/openapi.json">OpenAPI 3.1 document</a> for client generators.
Paths and parameter names are matched in any letter case. Request and response bodies are JSON unless stated otherwise.
Money is a number with at most two decimals; times are ISO 8601 in UTC.</p>
<p>To call an operation for customers, staff or admins, send the <code>token</code> of <a href="#login">login</a>
as a bearer token.</p>
<pre role="group" tabindex="0" aria-label="Example calls">${escapeHtml(example)}</pre>`
}

function callArticle({ path, method, operation }: Call, shared: Record<string, ApiResponse>): string {
  const { operationId, summary, description, requestBody } = operation
  const details = description.startsWith(`${summary}.`) ? description.slice(summary.length + 1) : ` ${description}`
  const errors = Object.entries(operation.responses).filter(([, { $ref }]) => $ref)
  const own = Object.entries(operation.responses).filter(([, { $ref }]) => !$ref)
  return `<article class="${method}" id="${operationId}"><h3>${method.toUpperCase()} ${escapeHtml(path)}</h3>
<p><strong>${escapeHtml(summary)}.</strong>${inlineCodeHtml(details)}</p>
<p class="facts"><span>Operation <code>${operationId}</code></span> <span>Audience <code>${operation['x-audience']}</code></span></p>
${parameterTable(operation.parameters)}${requestBody ? bodyTable(requestBody) : ''}
<table><caption>Responses</caption><thead><tr><th scope="col">Status</th><th scope="col">Body</th><th scope="col">Meaning</th></tr></thead>
<tbody>${own.map(responseRow).join('')}</tbody></table>
<p class="facts">Errors ${errors.map(([status, { $ref }]) => errorLink(status, nameOf($ref), shared)).join(' ')}</p></article>`
}

const nameOf = (reference = '') => reference.split('/').at(-1) ?? ''

function errorLink(status: string, name: string, shared: Record<string, ApiResponse>): string {
  const label = status === 'default' ? 'other' : status
  return shared[name] ? `<a href="#error-${name}">${label}</a>` : label
}

function responseRow([status, { description = '', content = {} }]: [string, ApiResponse]): string {
  const bodies = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' ? typeHtml(schema) : `<code>${escapeHtml(type)}</code>`,
  )
  return `<tr><th scope="row">${status}</th><td>${bodies.join(' ') || 'none'}</td><td>${inlineCodeHtml(description)}</td></tr>`
}

function parameterTable(parameters: Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: place, required, schema }) => {
    const [row] = schemaRows({ properties: { [name]: schema }, required: required ? [name] : [] })
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${place}</td><td>${row?.type ?? ''}</td><td>${row?.rules ?? ''}</td></tr>`
  })
  return `<table><caption>Parameters</caption><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th>
<th scope="col">Rules</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function bodyTable({ description, content }: NonNullable<Operation['requestBody']>): string {
  const rows = Object.entries(content).map(
    ([type, { schema }]) =>
      `<tr><th scope="row"><code>${type}</code></th><td>${typeHtml(schema)}</td><td>${inlineCodeHtml(description ?? '')}</td></tr>`,
  )
  return `<table><caption>Request body</caption><thead><tr><th scope="col">Content type</th><th scope="col">Body</th>
<th scope="col">Notes</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function errorsSection(responses: Record<string, ApiResponse>): string {
  const rows = Object.entries(responses).map(
    ([name, { description = '' }]) =>
      `<tr id="error-${name}"><th scope="row">${name}</th><td>${inlineCodeHtml(description)}</td></tr>`,
  )
  return `<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>Every error has the body <a href="#schema-Error">Error</a>: a <code>message</code> that can be shown to a shopper, and for
invalid input the <code>errors</code> of each field.</p>
<table><caption>Shared errors</caption><thead><tr><th scope="col">Error</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></section>`
}

function schemaArticle([name, schema]: [string, SchemaNode]): string {
  const rows = schemaRows(schema).map(
    ({ path, type, rules }) =>
      `<tr><th scope="row"><code>${escapeHtml(path)}</code></th><td>${type}</td><td>${rules}</td></tr>`,
  )
  const table = `<table><caption>Properties</caption><thead><tr><th scope="col">Property</th><th scope="col">Type</th>
<th scope="col">Rules</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  return `<article id="schema-${name}"><h3>${name}</h3>${rows.length > 0 ? table : `<p>${typeHtml(schema)}</p>`}</article>`
}
