import { createECDH, createPublicKey, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { jwtVerify } from 'jose'
import { type ReceivedRequest, startReceiver } from './receiver.ts'

type Decrypt = (body: Buffer, options: { version: string; privateKey: object; authSecret: string }) => Buffer

/** The decryption of the browsers, from the package that `web-push` encrypts with. */
const { decrypt } = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
  decrypt: Decrypt
}

/** A push service on loopback, and a browser that has subscribed to it. */
export async function startPushService() {
  const receiver = await startReceiver()
  return {
    ...receiver,
    /** The keys of a new browser, and how it reads its messages. */
    browser(path = `/${randomBytes(8).toString('hex')}`) {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const authSecret = randomBytes(16).toString('base64url')
      return {
        subscription: {
          endpoint: receiver.url + path,
          p256dh: keys.getPublicKey('base64url'),
          auth: authSecret,
        },
        received: () => receiver.received.filter((request) => request.path === path),
        read: ({ body }: ReceivedRequest): unknown =>
          JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret }).toString()),
      }
    },
  }
}

/** The claims of the VAPID token. Throws if it is not signed with the key of the shop. */
export async function verifyVapid({ headers }: ReceivedRequest, audience: string, publicKey: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error(`The request names the key ${key}`)
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), { audience })
  return payload
}
