import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { BarePage } from './bare-server.ts'

/** Reads the response as sent, in brotli: `fetch` would decompress it. */
export async function readRawResponse(url: string, target: string): Promise<BarePage> {
  const outgoing = request(`${url}${target}`, { headers: { 'accept-encoding': 'br' }, agent: false })
  outgoing.end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = await response.toArray()
  if (response.statusCode !== 200) throw new Error(`${target} answered ${response.statusCode}`)
  const headers: Record<string, string> = {}
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(index, index + 2)
    if (!/^(date|connection|keep-alive)$/i.test(name)) headers[name] = value
  }
  return { path: target, headers, body: Buffer.concat(chunks) }
}
