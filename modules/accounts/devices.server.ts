import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#platform/db.server.ts'
import { readSecret } from '#platform/secrets.server.ts'

/** The signature covers the password hash, so a password change makes the device unknown. */
type DeviceAccount = { id: string; passwordHash: string | null }

export type Devices = {
  /** Returns the device id if the cookie was issued for this account and its current password. */
  recognize(cookie: string | undefined, account: DeviceAccount): string | undefined
  /** Returns the cookie after a sign-in; it keeps the other accounts of this device. */
  remember(cookie: string | undefined, account: DeviceAccount): string
}

export const deviceCookie = 'device'
export const deviceCookieSeconds = 365 * 24 * 3600

const maxAccounts = 5
const macBytes = 16
const cookiePattern = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/

/**
 * The cookie has a random device id and one signature per account, `id.signature.signature`. It does not reveal the
 * accounts, because signatures can be checked only with the secret.
 */
export async function openDevices(db: Db): Promise<Devices> {
  const secret = await readSecret(db, 'device')
  const sign = (deviceId: string, { id, passwordHash }: DeviceAccount) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([deviceId, id, passwordHash]))
      .digest()
      .subarray(0, macBytes)
  const matches = (signature: string, expected: Buffer) => {
    const actual = Buffer.from(signature, 'base64url')
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }
  return {
    recognize: (cookie, account) => {
      const { deviceId, signatures } = parseCookie(cookie)
      if (!deviceId) return undefined
      const expected = sign(deviceId, account)
      return signatures.some((signature) => matches(signature, expected)) ? deviceId : undefined
    },
    remember: (cookie, account) => {
      const { deviceId = randomBytes(16).toString('base64url'), signatures } = parseCookie(cookie)
      const own = sign(deviceId, account).toString('base64url')
      const others = signatures.filter((signature) => signature !== own)
      return [deviceId, own, ...others].slice(0, 1 + maxAccounts).join('.')
    },
  }
}

function parseCookie(cookie: string | undefined): { deviceId?: string; signatures: string[] } {
  if (!cookie || !cookiePattern.test(cookie)) return { signatures: [] }
  const [deviceId = '', ...signatures] = cookie.split('.')
  return { deviceId, signatures }
}
