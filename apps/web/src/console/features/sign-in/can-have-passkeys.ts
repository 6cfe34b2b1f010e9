/**
 * Whether browsers offer passkeys at an address: only over TLS or on their own machine, and for a name, not for an IP address
 * (WebAuthn Level 3, section 5.1.3: the effective domain must be a valid domain).
 */
export function canHavePasskeys({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSecure && !/^[\d.]+$|:/.test(hostname)
}
