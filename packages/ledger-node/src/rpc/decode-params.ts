import type { LedgerMethod } from '@parley/ledger'

/** The parameters of a call by name; a missing one and null are undefined. */
export type DecodedParams = Readonly<Record<string, string | undefined>>

/**
 * Decodes the parameters of a call as leniently as the original network: they may be absent, an object, or an array
 * whose first element is the object. Ignores names that the method does not have; missing ones are empty. Returns
 * undefined when the parameters cannot be decoded.
 */
export function decodeParams(method: LedgerMethod, params: unknown): DecodedParams | undefined {
  const object = Array.isArray(params) ? params[0] : params
  if (object === undefined || object === null) return {}
  if (typeof object !== 'object' || Array.isArray(object)) return undefined

  const given = new Map<string, unknown>(Object.entries(object))
  const decoded: Record<string, string> = {}
  for (const name of Object.keys(method.params.fields)) {
    const value = given.get(name) ?? undefined
    if (value === undefined) continue
    if (typeof value !== 'string') return undefined
    decoded[name] = value
  }
  return decoded
}
