import { isIPv4, isIPv6 } from 'node:net'

/**
 * The kind of an address. A `never` address from a user is always refused: link-local, metadata services,
 * unspecified, multicast, reserved, documentation and translation ranges.
 */
export type AddressKind = 'public' | 'loopback' | 'private' | 'never'

/**
 * Classifies an address by its bytes, not its text, so that all spellings of an address are equal. Text that is
 * not an address is `never`. Sources: the IANA IPv4 and IPv6 special-purpose address registries
 * (RFC 6890 and successors), RFC 6052 for NAT64, and the metadata addresses of the large clouds.
 */
export function classifyAddress(address: string): AddressKind {
  if (isIPv4(address)) return classifyIpv4(readIpv4(address))
  if (isIPv6(address)) return classifyIpv6(readIpv6(address))
  return 'never'
}

type Range = readonly [base: string, prefixBits: number, kind: AddressKind]

/** The first matching range decides. */
const IPV4_RANGES: readonly Range[] = [
  ['0.0.0.0', 8, 'never'],
  ['10.0.0.0', 8, 'private'],
  ['100.100.100.200', 32, 'never'], // Alibaba Cloud metadata, inside the shared range below
  ['100.64.0.0', 10, 'private'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'never'], // Azure's host service; inside a public range
  ['169.254.0.0', 16, 'never'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'never'],
  ['192.0.2.0', 24, 'never'],
  ['192.31.196.0', 24, 'never'],
  ['192.52.193.0', 24, 'never'],
  ['192.88.99.0', 24, 'never'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'never'],
  ['198.18.0.0', 15, 'never'],
  ['198.51.100.0', 24, 'never'],
  ['203.0.113.0', 24, 'never'],
  ['224.0.0.0', 4, 'never'],
  ['240.0.0.0', 4, 'never'],
]

/** The first matching range decides. An address without a match is unallocated. */
const IPV6_RANGES: readonly Range[] = [
  ['::1', 128, 'loopback'],
  ['2001::', 23, 'never'], // IETF assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32, 'never'],
  ['2002::', 16, 'never'], // 6to4
  ['2620:4f:8000::', 48, 'never'],
  ['3fff::', 20, 'never'],
  ['2000::', 3, 'public'],
  ['fd00:ec2::254', 128, 'never'], // AWS metadata
  ['fd20:ce::254', 128, 'never'], // Google Cloud metadata
  ['fd00:42::42', 128, 'never'], // Scaleway metadata
  ['fc00::', 7, 'private'],
]

type CompiledRange = { readonly base: bigint; readonly shift: bigint; readonly kind: AddressKind }

const ipv4Ranges = IPV4_RANGES.map(([base, prefixBits, kind]) =>
  compileRange(readIpv4(base), 32 - prefixBits, kind),
)
const ipv6Ranges = IPV6_RANGES.map(([base, prefixBits, kind]) =>
  compileRange(readIpv6(base), 128 - prefixBits, kind),
)

const MAPPED_PREFIX = readIpv6('::ffff:0:0') >> 32n
const NAT64_PREFIX = readIpv6('64:ff9b::') >> 32n

function classifyIpv4(value: bigint): AddressKind {
  return kindIn(ipv4Ranges, value) ?? 'public'
}

function classifyIpv6(value: bigint): AddressKind {
  const embeddedIpv4 = value & 0xffffffffn
  // A socket to a mapped address is a socket to the IPv4 address.
  if (value >> 32n === MAPPED_PREFIX) return classifyIpv4(embeddedIpv4)
  // DNS64 gives such addresses for public hosts; a translator must not carry others (RFC 6052, 3.1).
  if (value >> 32n === NAT64_PREFIX) return classifyIpv4(embeddedIpv4) === 'public' ? 'public' : 'never'
  return kindIn(ipv6Ranges, value) ?? 'never'
}

function kindIn(ranges: readonly CompiledRange[], value: bigint): AddressKind | undefined {
  return ranges.find((range) => value >> range.shift === range.base)?.kind
}

function compileRange(base: bigint, hostBits: number, kind: AddressKind): CompiledRange {
  const shift = BigInt(hostBits)
  return { base: base >> shift, shift, kind }
}

function readIpv4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function readIpv6(text: string): bigint {
  const [withoutZone = ''] = text.split('%')
  const [head = '', tail] = withoutZone.split('::')
  const headGroups = readGroups(head)
  if (tail === undefined) return joinGroups(headGroups)
  const tailGroups = readGroups(tail)
  const zeros = Array.from({ length: 8 - headGroups.length - tailGroups.length }, () => 0n)
  return joinGroups([...headGroups, ...zeros, ...tailGroups])
}

function readGroups(text: string): bigint[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)]
    const ipv4 = readIpv4(group)
    return [ipv4 >> 16n, ipv4 & 0xffffn]
  })
}

function joinGroups(groups: readonly bigint[]): bigint {
  return groups.reduce((value, group) => (value << 16n) | group, 0n)
}
