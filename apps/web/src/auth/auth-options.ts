import { LIMITS } from '@parley/contract'
import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { pageServices } from './page-services.ts'
import { sessionCookieName } from './session-cookies.ts'

/**
 * Sign-in with a wallet, a passkey or a recovery code. The session cookie holds the service's access token, so there is one kind of token,
 * and signing out revokes it everywhere.
 */
export function authOptions(): NextAuthOptions {
  const { origin, secret } = pageServices()
  return {
    secret,
    providers: [proofProvider()],
    pages: { signIn: '/', error: '/' },
    session: { strategy: 'jwt', maxAge: LIMITS.accessTokenSeconds },
    jwt: {
      // Each read of the session gives it more time.
      encode: async ({ token }) => (await pageServices().renew(String(token?.accessToken ?? ''))) ?? '',
      decode: async ({ token }) => decode(token),
    },
    callbacks: {
      jwt: ({ token, user }) => (user ? { accessToken: user.id } : token),
      // The page needs nothing from the session endpoint; scripts must not read the token.
      session: ({ session }) => ({ expires: session.expires }),
    },
    // The library's sign-out revokes the token for every program that uses it, as the service's sign-out
    // does.
    events: {
      signOut: ({ token }) => pageServices().signOut(String(token?.accessToken ?? '')),
    },
    cookies: {
      sessionToken: {
        name: sessionCookieName(origin),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: origin.startsWith('https:') },
      },
    },
  }
}

function proofProvider() {
  return CredentialsProvider({
    name: 'proof',
    credentials: { by: {}, wallet: {}, signature: {}, invitation: {}, credential: {}, label: {}, code: {} },
    // The library stores the user's id in the cookie, so the id is the access token.
    async authorize(credentials) {
      if (!credentials) return null
      const { invitation, credential, ...fields } = credentials
      const proof = {
        ...fields,
        ...(invitation && { invitation }),
        ...(credential && { credential: parse(credential) }),
      }
      // The library passes the sentence of an error on to the page.
      const id = await pageServices().signIn(proof)
      return id === null ? null : { id }
    },
  })
}

async function decode(token: string | undefined) {
  return token && (await pageServices().isSession(token)) ? { accessToken: token } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
