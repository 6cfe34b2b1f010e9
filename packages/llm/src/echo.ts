import type { ModelEndpoint } from './resolve-endpoint.ts'
import { readObject, type WireObject } from './wire.ts'

/**
 * Labels a vendor's echo data with its endpoint, so that it is only sent back there. Another vendor or model
 * would refuse it, and must not see the signatures.
 */
export function keepEcho(parts: WireObject | null, endpoint: ModelEndpoint): { echo?: WireObject } {
  return parts === null ? {} : { echo: { ...parts, from: origin(endpoint) } }
}

/** Returns the parts of an echo that came from this endpoint, or null. */
export function readEcho(echo: unknown, endpoint: ModelEndpoint): WireObject | null {
  const parts = readObject(echo)
  return parts?.from === origin(endpoint) ? parts : null
}

function origin(endpoint: ModelEndpoint): string {
  return `${endpoint.provider} ${endpoint.model}`
}
