import type { Endpoint } from './resolve-endpoint.ts'
import { readObject, type WireObject } from './wire.ts'

/**
 * Marks what a vendor gave with its reply and wants back, so that it only goes to where it came from: another
 * vendor or model would refuse it, and signatures are no one else's business.
 */
export function keepEcho(parts: WireObject | null, endpoint: Endpoint): { echo?: WireObject } {
  return parts === null ? {} : { echo: { ...parts, from: origin(endpoint) } }
}

/** The parts of an echo that this endpoint gave, or null. */
export function readEcho(echo: unknown, endpoint: Endpoint): WireObject | null {
  const parts = readObject(echo)
  return parts?.from === origin(endpoint) ? parts : null
}

function origin(endpoint: Endpoint): string {
  return `${endpoint.provider} ${endpoint.model}`
}
