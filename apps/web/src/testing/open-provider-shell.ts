import { createEgress } from '@parley/net'
import pino from 'pino'
import { expect } from 'vitest'
import { mountProviderLogout, PROVIDER_LOGOUT } from '../composition/mount-provider-logout.ts'
import {
  mountProviderCallback,
  mountProviderStart,
  PROVIDER_CALLBACK,
  PROVIDER_START,
} from '../composition/mount-provider-sign-in.ts'
import { mountProviderSignOut, PROVIDER_SIGN_OUT } from '../composition/mount-provider-sign-out.ts'
import { openIdentityProvider } from '../composition/open-identity-provider.ts'
import type { Mount } from '../shell/create-shell.ts'
import { openTestShell, type TestShell } from './open-shell.ts'
import { CLIENT, startTestProvider, type TestProvider } from './test-provider.ts'

/** Where a browser is after its return from the provider. */
export type Landing = {
  readonly token: string | null
  readonly refusal: string | null
  readonly location: string
}

/** The service with an identity provider on loopback, and what a browser does between the two. */
export type ProviderShell = {
  readonly service: TestShell
  readonly issuer: TestProvider
  /** Lets both forget: the provider behaves again, and the service reads its keys and metadata again. */
  readonly reset: () => void
  readonly visit: (path: string, headers?: Record<string, string>) => Promise<Response>
  /** Begins a sign-in; returns the address at the provider and the cookie of the browser. */
  readonly start: (query?: string) => Promise<{ readonly address: string; readonly cookie: string }>
  readonly comeBack: (back: URL, cookie: string) => Promise<Landing>
  readonly signIn: (query?: string) => Promise<Landing>
  readonly close: () => Promise<void>
}

/** Opens the test shell with the doors of an identity provider. */
export async function openProviderShell(): Promise<ProviderShell> {
  const mounts: Record<string, Mount> = {}
  const issuer = await startTestProvider()
  const service = await openTestShell({ mounts })
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [], identityUrls: [issuer.issuer] })

  const visit: ProviderShell['visit'] = (path, headers = {}) =>
    fetch(`${service.origin}${path}`, { redirect: 'manual', headers })

  const start: ProviderShell['start'] = async (query = '') => {
    const reply = await visit(`${PROVIDER_START}${query}`)
    return {
      address: reply.headers.get('location') ?? '',
      cookie: cookieIn(reply, 'parley.sign-in') ?? '',
    }
  }

  const comeBack: ProviderShell['comeBack'] = async (back, cookie) => {
    const reply = await visit(`${back.pathname}${back.search}`, { cookie: `parley.sign-in=${cookie}` })
    expect(reply.status).toBe(303)
    const refusal = cookieIn(reply, 'parley.sign-in-refusal')
    return {
      token: cookieIn(reply, 'parley.session'),
      refusal: refusal && decodeURIComponent(refusal),
      location: reply.headers.get('location') ?? '',
    }
  }

  return {
    service,
    issuer,
    reset() {
      issuer.misbehaviour = {}
      issuer.person = { sub: 'anna' }
      Object.assign(mounts, openMounts(service, issuer, egress.for('identity').fetch))
    },
    visit,
    start,
    comeBack,
    async signIn(query = '') {
      const { address, cookie } = await start(query)
      return comeBack(issuer.visit(address), cookie)
    },
    async close() {
      await service.close()
      await egress.close()
      await issuer.close()
    },
  }
}

function openMounts(
  { deps }: TestShell,
  { issuer }: TestProvider,
  egressFetch: Parameters<typeof openIdentityProvider>[1]['fetch'],
): Record<string, Mount> {
  const settings = {
    issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    name: 'Test provider',
    scope: 'openid profile email',
    groupsClaim: 'groups',
  }
  const redirectUri = `${deps.origin}${PROVIDER_CALLBACK}`
  const provider = openIdentityProvider(settings, { fetch: egressFetch, redirectUri })
  const options = { provider, proxyHops: 0, log: pino({ level: 'silent' }) }
  return {
    [PROVIDER_START]: mountProviderStart(deps, options),
    [PROVIDER_CALLBACK]: mountProviderCallback(deps, options),
    [PROVIDER_LOGOUT]: mountProviderLogout(deps, options),
    [PROVIDER_SIGN_OUT]: mountProviderSignOut(deps, options),
  }
}

/** The value of a cookie that a reply sets; null for none and for a deleted one. */
export function cookieIn(reply: Response, name: string): string | null {
  const found = reply.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  return found?.split(';')[0]?.slice(name.length + 1) || null
}
