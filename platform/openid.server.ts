import type { Configuration } from 'openid-client'
import type { Settings } from './env.server.ts'

type OpenIdRequest = { state: string; nonce: string; codeVerifier: string }

export type OpenIdProfile = {
  issuer: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
}

export type OpenId = {
  /** The URL to redirect to, and the values to check in the callback. */
  begin(): Promise<OpenIdRequest & { location: string }>
  /** Throws if the query parameters were not issued for this request. */
  finish(search: string, request: OpenIdRequest): Promise<OpenIdProfile>
}

const providerTimeoutSeconds = 10

/** Undefined if no provider is configured. `openid-client` is loaded at the first sign-in. */
export function connectOpenId({ openid, siteUrl }: Pick<Settings, 'openid' | 'siteUrl'>): OpenId | undefined {
  if (!openid) return undefined
  const callback = `${siteUrl}/api/authentication/callback`
  let discovery: Promise<Configuration> | undefined
  /** Cached; after a failure the next sign-in tries again. */
  const configuration = () => {
    discovery ??= discover(openid).catch((error) => {
      discovery = undefined
      throw error
    })
    return discovery
  }
  return {
    begin: async () => {
      const client = await import('openid-client')
      const request = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      }
      const location = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: 'openid email profile',
        state: request.state,
        nonce: request.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { ...request, location: location.href }
    },
    finish: async (search, { state, nonce, codeVerifier }) => {
      const client = await import('openid-client')
      const config = await configuration()
      const tokens = await client.authorizationCodeGrant(config, new URL(callback + search), {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token')
      // Some providers return the email address only from the user info endpoint.
      const userInfo = claims.email ? claims : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof userInfo.email === 'string' ? userInfo.email : undefined,
        emailVerified: userInfo.email_verified === true,
        name: typeof userInfo.name === 'string' ? userInfo.name : undefined,
      }
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: NonNullable<Settings['openid']>): Promise<Configuration> {
  const client = await import('openid-client')
  const execute = [client.enableNonRepudiationChecks]
  // The settings allow plain HTTP only for localhost.
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: providerTimeoutSeconds,
  })
}
