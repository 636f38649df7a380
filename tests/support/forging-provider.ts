import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Forgery = { claims?: JWTPayload; signedByAnother?: boolean; unsigned?: boolean }

export type ForgingProvider = {
  issuer: string
  /** How the next ID token differs from a valid one for this nonce. */
  forge(nonce: string, forgery: Forgery): void
  close(): Promise<void>
}

/** Implements just enough OpenID to issue invalid ID tokens. */
export async function startForgingProvider(clientId: string): Promise<ForgingProvider> {
  const own = await generateKeyPair('RS256')
  const another = await generateKeyPair('RS256')
  let next: { nonce: string } & Forgery = { nonce: '' }
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const idToken = async () => {
    const seconds = Math.floor(Date.now() / 1000)
    const honest = { iss: issuer, aud: clientId, sub: 'forged', nonce: next.nonce, iat: seconds, exp: seconds + 300 }
    const person = { email: 'forged@people.example', email_verified: true, name: 'Forged Person' }
    const claims = { ...honest, ...person, ...next.claims }
    if (next.unsigned) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    const { privateKey } = next.signedByAnother ? another : own
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(privateKey)
  }
  const answers: Record<string, () => Promise<object>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': async () => ({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] }),
    '/token': async () => ({ access_token: 'access', token_type: 'Bearer', id_token: await idToken() }),
  }
  server.on('request', async (request, response) => {
    const answer = await answers[request.url ?? '']?.()
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  return {
    issuer,
    forge: (nonce, forgery) => {
      next = { nonce, ...forgery }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
