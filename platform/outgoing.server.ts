import { type LookupAddress, lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Settings } from './env.server.ts'

type OutgoingSettings = Pick<Settings, 'allowPrivateTargets'>

const timeoutMs = 10_000
const maxResponseBytes = 16 * 1024

const privateTarget = 'This address belongs to a private network. The shop calls only public addresses.'

/** Why the shop does not call this URL; undefined if it may. The addresses of a host name are checked at each call. */
export function refusedTarget(url: string, { allowPrivateTargets }: OutgoingSettings): string | undefined {
  if (!URL.canParse(url)) return 'This is not a URL.'
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && allowPrivateTargets))
    return 'The URL must begin with https://.'
  const address = hostname.replace(/^\[|\]$/g, '')
  const isPrivate = address === 'localhost' || address.endsWith('.localhost') || isPrivateAddress(address)
  return isPrivate && !allowPrivateTargets ? privateTarget : undefined
}

function isPrivateAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast'
}

/** Checked when the connection is made, so a host name cannot change its address after a check. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const addresses = error ? [] : found.filter(({ address }) => !isPrivateAddress(address))
    const [first] = addresses
    if (!first) callback(error ?? new Error(privateTarget), '')
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/**
 * Posts to a URL that a person has entered. Follows no redirect, ends after ten seconds and reads at most 16 KiB of the
 * response, whose text is not needed.
 */
export async function postToTarget(
  settings: OutgoingSettings,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string | Buffer },
): Promise<{ status: number }> {
  const refusal = refusedTarget(url, settings)
  if (refusal) throw new Error(refusal)
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number }>()
  const { request } = url.startsWith('https:') ? https : http
  const options = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(settings.allowPrivateTargets ? {} : { lookup: lookupPublic }),
  }
  const call = request(new URL(url), options, (response) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxResponseBytes) response.destroy()
    })
    // Its status is known, so the outcome is too, even if the rest of the response is missing.
    response.on('error', () => {})
    response.on('close', () => resolve({ status: response.statusCode ?? 0 }))
  })
  call.on('error', (error) =>
    reject(error.name === 'AbortError' ? new Error('The receiver did not answer within ten seconds.') : error),
  )
  call.end(body)
  return promise
}
