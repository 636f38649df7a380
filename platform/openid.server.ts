import type { Configuration } from 'openid-client'
import type { Settings } from './env.server.ts'

type OpenIdRequest = { state: string; nonce: string; codeVerifier: string }

export type OpenIdPerson = {
  issuer: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
}

export type OpenId = {
  /** Where the browser is sent, and what its return is checked against. */
  begin(): Promise<OpenIdRequest & { location: string }>
  /** Who came back with these query parameters; throws for anything that was not issued for this very request. */
  finish(search: string, request: OpenIdRequest): Promise<OpenIdPerson>
}

const providerAnswersWithinSeconds = 10

/** Sign-in through an OpenID provider, or nothing where none is set. Its code is loaded with the first sign-in. */
export function connectOpenId({ openid, siteUrl }: Pick<Settings, 'openid' | 'siteUrl'>): OpenId | undefined {
  if (!openid) return undefined
  const callback = `${siteUrl}/api/authentication/callback`
  let known: Promise<Configuration> | undefined
  /** Asked once; a provider that could not be reached is asked again by the next visitor. */
  const configuration = () => {
    known ??= discover(openid).catch((error) => {
      known = undefined
      throw error
    })
    return known
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
      // Some providers tell the email only when they are asked for it.
      const told = claims.email ? claims : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof told.email === 'string' ? told.email : undefined,
        emailVerified: told.email_verified === true,
        name: typeof told.name === 'string' ? told.name : undefined,
      }
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: NonNullable<Settings['openid']>): Promise<Configuration> {
  const client = await import('openid-client')
  const execute = [client.enableNonRepudiationChecks]
  // Settings allow plain HTTP on this machine alone.
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: providerAnswersWithinSeconds,
  })
}
