import { html } from 'hono/html'

/** A minimal HTML page for developers and operators. */
export function plainPage(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="/seal.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css"></head>
    <body><main>${body}</main></body></html>`
}
