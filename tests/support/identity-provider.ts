import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

export type Visitor = { email: string; name: string; verified: boolean }

export type IdentityProvider = {
  /** The settings of a shop that uses this provider. */
  settings: { OPENID_ISSUER: string; OPENID_CLIENT_ID: string; OPENID_CLIENT_SECRET: string }
  close(): Promise<void>
}

/** Starts an OpenID provider on loopback. Its login page accepts any identity. */
export async function startIdentityProvider({
  port = 0,
  callback,
}: {
  port?: number
  callback: string
}): Promise<IdentityProvider> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    OPENID_ISSUER: issuer,
    OPENID_CLIENT_ID: 'alpine',
    OPENID_CLIENT_SECRET: 'a-secret-for-tests-alone',
  }
  const visitors = new Map<string, Visitor>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: settings.OPENID_CLIENT_ID,
        client_secret: settings.OPENID_CLIENT_SECRET,
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [await signingKey()] },
    cookies: { keys: ['for tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/who/${uid}` },
    findAccount: (_, subject) => {
      const { email, name, verified } = visitors.get(subject) ?? { email: '', name: '', verified: false }
      return { accountId: subject, claims: () => ({ sub: subject, email, email_verified: verified, name }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: settings.OPENID_CLIENT_ID,
        ...(oidc.session?.accountId ? { accountId: oidc.session.accountId } : {}),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

  const answerVisitor = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') return void response.setHeader('Content-Type', 'text/html').end(visitorPage)
    const login = new URLSearchParams(await readBody(request))
    if (login.get('answer') === 'refuse') {
      return provider.interactionFinished(request, response, { error: 'access_denied' })
    }
    const visitor = {
      email: login.get('email') ?? '',
      name: login.get('name') ?? '',
      verified: login.get('verified') === 'on',
    }
    const subject = `subject of ${visitor.email}`
    visitors.set(subject, visitor)
    return provider.interactionFinished(request, response, { login: { accountId: subject, remember: false } })
  }
  const others = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/who/')) return void others(request, response)
    answerVisitor(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  return {
    settings,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const visitorPage = `<!doctype html><html lang="en"><title>Who are you?</title><link rel="icon" href="data:,"><h1>Who are you?</h1>
<form method="post"><p><label>Email <input name="email" type="email"></label></p>
<p><label>Name <input name="name"></label></p>
<p><label><input name="verified" type="checkbox" checked> Email verified</label></p>
<button name="answer" value="sign-in">Sign in</button> <button name="answer" value="refuse">Refuse</button></form></html>`

/** Follows the provider's pages like a browser and returns the final redirect URL. */
export async function visitProvider(location: string, visitor: Visitor | 'refuse'): Promise<URL> {
  const cookies = new Map<string, string>()
  const go = async (target: URL, init: RequestInit = {}): Promise<URL> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(target, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (!next) return target
    const url = new URL(next, target)
    return url.origin === new URL(location).origin ? go(url) : url
  }
  const page = await go(new URL(location))
  const form = new URLSearchParams(
    visitor === 'refuse' ? { answer: 'refuse' } : { email: visitor.email, name: visitor.name },
  )
  if (visitor !== 'refuse' && visitor.verified) form.set('verified', 'on')
  return go(page, { method: 'POST', body: form })
}

async function signingKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'signing' }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
