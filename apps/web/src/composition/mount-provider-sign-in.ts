import type { IncomingMessage, ServerResponse } from 'node:http'
import { LIMITS } from '@parley/contract'
import {
  addProof,
  authenticate,
  type Deps,
  finishProviderSignIn,
  type IdentityProvider,
  type OwnerId,
  PROVIDER_SIGN_IN_SECONDS,
  recordEvent,
  recordSignIn,
  requireFreshSignIn,
  signInWithProof,
  startProviderSignIn,
} from '@parley/core'
import { AppError, isAppError } from '@parley/errors'
import type { Logger } from 'pino'
import { toReturnPath } from '../auth/return-path.ts'
import {
  PROVIDER_COOKIES,
  PROVIDER_SESSION_COOKIE,
  REFUSAL_COOKIE,
  sessionCookieName,
} from '../auth/session-cookies.ts'
import type { Mount } from '../shell/create-shell.ts'
import { isSameOrigin } from '../shell/is-same-origin.ts'
import { readClientAddress } from '../shell/read-client-address.ts'
import { readCookie, readSessionToken } from '../shell/read-session-token.ts'
import { setCookie } from './set-cookie.ts'

export const PROVIDER_START = '/api/auth/oidc/start'
export const PROVIDER_CALLBACK = '/api/auth/oidc/callback'

/** The page to which a person who adds a proof comes back. */
const ACCOUNT_PAGE = '/settings/account'

type Options = { readonly provider: IdentityProvider; readonly proxyHops: number; readonly log: Logger }

/** What the browser keeps while its person is at the identity provider. */
type Journey = { readonly secret: string; readonly invitation: string; readonly next: string }

const REFUSAL_SECONDS = 30
const NO_ANSWER = 'The sign-in failed on our side. Try again.'

/**
 * Sends the browser to the identity provider. The browser brings `next` and `invitation` of the address back. With
 * `add` the person adds a proof to the account of this session.
 */
export function mountProviderStart(deps: Deps, { provider, proxyHops, log }: Options): Mount {
  return handleGet(deps, log, async (request) => {
    const { searchParams } = new URL(request.url ?? '/', deps.origin)
    const clientAddress = readClientAddress(request, proxyHops)
    const isAddition = searchParams.has('add')
    const owner = isAddition ? await readAdder(deps, request) : null
    const { url, browserSecret } = await startProviderSignIn(deps, provider, { clientAddress, owner })
    const journey: Journey = {
      secret: browserSecret,
      invitation: (searchParams.get('invitation') ?? '').slice(0, LIMITS.invitationTokenLength),
      next: isAddition ? ACCOUNT_PAGE : toReturnPath(searchParams.get('next')),
    }
    const name = PROVIDER_COOKIES[isSecure(deps) ? 0 : 1]
    const cookie = setCookie(deps, name, {
      value: JSON.stringify(journey),
      seconds: PROVIDER_SIGN_IN_SECONDS,
    })
    return { location: url.href, cookies: [cookie] }
  })
}

/** Takes the browser back from the identity provider and gives it a session. */
export function mountProviderCallback(deps: Deps, { provider, proxyHops, log }: Options): Mount {
  return handleGet(deps, log, async (request) => {
    const name = PROVIDER_COOKIES[isSecure(deps) ? 0 : 1]
    const journey = readJourney(readCookie(request, name))
    const location = new URL(toReturnPath(journey.next), deps.origin).href
    const ended = setCookie(deps, name, { value: '', seconds: 0 })
    const accessToken = await finish(deps, provider, {
      returned: new URL(request.url ?? '/', deps.origin).searchParams,
      browserSecret: journey.secret,
      invitation: journey.invitation || null,
      clientAddress: readClientAddress(request, proxyHops),
    })
    if (accessToken === null) return { location, cookies: [ended] }
    const seconds = LIMITS.accessTokenSeconds
    const session = setCookie(deps, sessionCookieName(deps.origin), { value: accessToken, seconds })
    const atProvider = setCookie(deps, PROVIDER_SESSION_COOKIE, { value: '1', seconds, isReadable: true })
    return { location, cookies: [session, atProvider, ended] }
  })
}

/**
 * The account to which a proof is added. Only a page of this service may ask: another page could send the browser to a
 * provider at which the attacker is signed in, and so add the attacker's proof.
 */
async function readAdder(deps: Deps, request: IncomingMessage): Promise<OwnerId> {
  const isOurPage = request.headers['sec-fetch-site'] === 'same-origin' && isSameOrigin(request)
  const bearer = readSessionToken(request, deps.origin)
  const caller = bearer && isOurPage ? await authenticate(deps, { bearer, clientAddress: null }) : null
  if (!caller) throw new AppError('unauthenticated', 'Sign in, and add the account on the account page.')
  requireFreshSignIn(deps, caller)
  return caller.owner
}

type Returned = Parameters<typeof finishProviderSignIn>[2] & { readonly invitation: string | null }

/** Returns the access token of a sign-in; null where a proof was added to an account. */
async function finish(
  deps: Deps,
  provider: IdentityProvider,
  { invitation, ...back }: Returned,
): Promise<string | null> {
  const origin = { door: 'console', clientAddress: back.clientAddress } as const
  const signedIn = await recordSignIn(deps, origin, async () => {
    const { proof, owner } = await finishProviderSignIn(deps, provider, back)
    if (owner === null) return signInWithProof(deps, proof, invitation)
    const targetId = await addProof(deps, owner, proof)
    const detail = { label: proof.label }
    await recordEvent(deps, { ...origin, owner, action: 'account.addProvider', targetId, detail })
    return null
  })
  return signedIn?.accessToken ?? null
}

type Redirect = { readonly location: string; readonly cookies: readonly string[] }

/** A refusal leads to the front page, which shows its sentence once. */
function handleGet(deps: Deps, log: Logger, handle: (request: IncomingMessage) => Promise<Redirect>): Mount {
  return async (request, response) => {
    if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end()
      return
    }
    const redirect = await handle(request).catch((error: unknown): Redirect => {
      const isKnown = isAppError(error) && error.code !== 'internal'
      if (isKnown) log.info({ code: error.code, err: error.cause }, 'a sign-in was refused')
      else log.error({ err: error }, 'a sign-in failed')
      const sentence = isKnown ? error.message : NO_ANSWER
      return {
        // A signed-in person reads the sentence on the account page: the front page would redirect them.
        location: `${deps.origin}${readSessionToken(request, deps.origin) ? ACCOUNT_PAGE : '/'}`,
        cookies: [setCookie(deps, REFUSAL_COOKIE, { value: sentence, seconds: REFUSAL_SECONDS })],
      }
    })
    send(response, redirect)
  }
}

function send(response: ServerResponse, { location, cookies }: Redirect): void {
  const headers = { location, 'set-cookie': [...cookies], 'cache-control': 'no-store' }
  response.writeHead(303, headers).end()
}

function isSecure({ origin }: Deps): boolean {
  return origin.startsWith('https:')
}

function readJourney(cookie: string | null): Journey {
  const none = { secret: '', invitation: '', next: '' }
  try {
    const value: unknown = JSON.parse(cookie ?? '')
    if (typeof value !== 'object' || value === null) return none
    const field = (name: string) => {
      const text: unknown = Reflect.get(value, name)
      return typeof text === 'string' ? text : ''
    }
    return { secret: field('secret'), invitation: field('invitation'), next: field('next') }
  } catch {
    return none
  }
}
