import { isIPv4 } from 'node:net'

/** Whether a host name of a URL means this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export function isLoopbackName(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return isIPv4(hostname) && hostname.startsWith('127.')
}
