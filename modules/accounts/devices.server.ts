import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#platform/db.server.ts'
import { readSecret } from './repo.server.ts'

/** Whom a device may be known to. With another password the device is a stranger again. */
type Known = { id: string; passwordHash: string | null }

export type Devices = {
  /** The id of the device, if its cookie shows that it has signed in to this account with the present password. */
  recognize(cookie: string | undefined, account: Known): string | undefined
  /** The cookie after signing in to an account; it keeps the other accounts of this device. */
  remember(cookie: string | undefined, account: Known): string
}

export const deviceCookie = 'device'
export const deviceSeconds = 365 * 24 * 3600

const mostAccounts = 5
const macBytes = 16
const wellFormed = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/

/**
 * The cookie is a random id and one signature for each account, `id.signature.signature`. It names no account: only
 * whoever holds the secret can tell to which one a signature belongs.
 */
export async function openDevices(db: Db): Promise<Devices> {
  const secret = await readSecret(db, 'device')
  const sign = (deviceId: string, { id, passwordHash }: Known) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([deviceId, id, passwordHash]))
      .digest()
      .subarray(0, macBytes)
  const matches = (signature: string, expected: Buffer) => {
    const given = Buffer.from(signature, 'base64url')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return {
    recognize: (cookie, account) => {
      const { deviceId, signatures } = read(cookie)
      if (!deviceId) return undefined
      const expected = sign(deviceId, account)
      return signatures.some((signature) => matches(signature, expected)) ? deviceId : undefined
    },
    remember: (cookie, account) => {
      const { deviceId = randomBytes(16).toString('base64url'), signatures } = read(cookie)
      const own = sign(deviceId, account).toString('base64url')
      const others = signatures.filter((signature) => signature !== own)
      return [deviceId, own, ...others].slice(0, 1 + mostAccounts).join('.')
    },
  }
}

function read(cookie: string | undefined): { deviceId?: string; signatures: string[] } {
  if (!cookie || !wellFormed.test(cookie)) return { signatures: [] }
  const [deviceId = '', ...signatures] = cookie.split('.')
  return { deviceId, signatures }
}
