import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredOAuthTokens } from '@modelcontextprotocol/client'
import { AppError } from '@parley/errors'
import type { ToolServerFetch } from '../fetch.ts'
import type { SignInKey, SignInRecord, SignInStore } from './types.ts'

const POLL_MS = 100
/** Longer than the egress client waits for an authorization server. */
const LOCK_MS = 30_000

type RefreshOptions = { readonly store: SignInStore; readonly key: SignInKey }

/**
 * Returns the same fetch, which sends one refresh request at a time for one owner at one server, across all
 * processes. The other requests get the tokens of that refresh. Authorization servers that rotate refresh
 * tokens treat a second use as theft and revoke all tokens of the sign-in (RFC 9700, section 4.14.2). Throws
 * AppError `upstream_timeout` when another process takes longer than 30 s.
 */
export function refreshOnce(fetch: ToolServerFetch, { store, key }: RefreshOptions): ToolServerFetch {
  return async (input, init) => {
    const refreshToken = readRefreshToken(init?.body)
    if (refreshToken === null) return fetch(input, init)
    await lock(store, key)
    try {
      const record = await store.load(key)
      const known = record?.tokens
      if (!record || !known) return replyWith({ error: 'invalid_grant' }, 400)
      // Another process redeemed it while this one waited.
      if (known.refresh_token !== refreshToken) return replyWith(known, 200)
      return await redeem(() => fetch(input, init), { store, key, record, known })
    } finally {
      await store.unlock(key)
    }
  }
}

async function lock(store: SignInStore, key: SignInKey): Promise<void> {
  const endsAt = performance.now() + LOCK_MS
  while (!(await store.tryLock(key, LOCK_MS))) {
    if (performance.now() > endsAt)
      throw new AppError('upstream_timeout', 'The sign-in could not be renewed in time. Try again.', {
        isRetryable: true,
      })
    await sleep(POLL_MS)
  }
}

type Redemption = RefreshOptions & { readonly record: SignInRecord; readonly known: StoredOAuthTokens }

/** Stores the new tokens before the lock is released. */
async function redeem(
  send: () => Promise<Response>,
  { store, key, record, known }: Redemption,
): Promise<Response> {
  const response = await send()
  const text = await response.text()
  const tokens = response.ok ? readTokens(text) : null
  if (tokens) await store.save(key, { ...record, tokens: { ...known, ...tokens } })
  return new Response(text, { status: response.status, headers: response.headers })
}

function readTokens(text: string): Pick<StoredOAuthTokens, 'access_token' | 'refresh_token'> | null {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('access_token' in body)) return null
    if (typeof body.access_token !== 'string') return null
    const rotated =
      'refresh_token' in body && typeof body.refresh_token === 'string' ? body.refresh_token : null
    return { access_token: body.access_token, ...(rotated === null ? {} : { refresh_token: rotated }) }
  } catch {
    return null
  }
}

function readRefreshToken(body: unknown): string | null {
  const form = typeof body === 'string' ? new URLSearchParams(body) : body
  if (!(form instanceof URLSearchParams) || form.get('grant_type') !== 'refresh_token') return null
  return form.get('refresh_token')
}

function replyWith(body: object, status: number): Response {
  return Response.json(body, { status })
}
