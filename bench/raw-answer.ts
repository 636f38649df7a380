import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { BarePage } from './bare-server.ts'

/** As it travels, in brotli: `fetch` would unpack it and hide its length. */
export async function readRaw(url: string, target: string): Promise<BarePage> {
  const sent = request(`${url}${target}`, { headers: { 'accept-encoding': 'br' }, agent: false })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = await answer.toArray()
  if (answer.statusCode !== 200) throw new Error(`${target} answered ${answer.statusCode}`)
  const headers: Record<string, string> = {}
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2)
    if (!/^(date|connection|keep-alive)$/i.test(name)) headers[name] = value
  }
  return { path: target, headers, body: Buffer.concat(chunks) }
}
