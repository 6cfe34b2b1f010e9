import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network of a client's address: the first 24 bits of an IPv4 address (`203.0.113.0/24`) or 48 of an IPv6
 * address (`2001:db8:1::/48`). It tells an owner whether a use is theirs, and does not name one device. Returns null
 * for an unknown address.
 */
export function toAddressPrefix(address: string | null): string | null {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '') ?? ''
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return null
  const groups = firstGroups(plain)
  return `${groups.join(':')}::/48`
}

/** The first three groups of an IPv6 address, those inside `::` as 0. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = 8 - groups.length - after.length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...after]
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
}
