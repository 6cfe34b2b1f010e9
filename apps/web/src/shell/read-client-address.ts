import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * The address under which limits count a client: the address of the connection or, behind trusted proxies, the
 * address that the outermost proxy saw. Entries that the client wrote into X-Forwarded-For stand further left
 * and are ignored. An IPv6 address is reduced to its /64 network, because a subscriber owns all of it.
 */
export function readClientAddress(request: IncomingMessage, proxyHops: number): string {
  const peer = request.socket.remoteAddress ?? 'unknown'
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const address = (proxyHops > 0 && hops.at(-proxyHops)?.trim()) || peer
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(plain) ? networkOf(plain) : plain.slice(0, 64)
}

function networkOf(address: string): string {
  const [text = ''] = address.split('%', 1)
  const [front = [], back = []] = text
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return `${groups.slice(0, 4).join(':')}::/64`
}
