import type { LimitState } from '@parley/errors'

type Fields = { readonly 'ratelimit-policy'?: string; readonly ratelimit?: string }

/**
 * The header fields that say which limits applied to a request and what is left of each, as lists of structured fields
 * (draft-ietf-httpapi-ratelimit-headers-10 §3 and §4). Empty where no limit applied.
 */
export function rateLimitFields(limits: readonly LimitState[]): Fields {
  if (limits.length === 0) return {}
  const policies = limits.map(({ name, quota, unit, windowSeconds }) =>
    item(name, { q: quota, qu: unit && `"${unit}"`, w: windowSeconds }),
  )
  const states = limits.map(({ name, remaining, resetSeconds }) =>
    item(name, { r: remaining, t: resetSeconds }),
  )
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') }
}

/** A text with parameters (RFC 9651 §3.3). */
function item(name: string, parameters: Readonly<Record<string, number | string | undefined>>): string {
  const written = Object.entries(parameters).map(([key, value]) =>
    value === undefined ? '' : `;${key}=${value}`,
  )
  return `"${name}"${written.join('')}`
}
