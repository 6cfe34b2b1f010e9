import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Where a request comes from, for counting: the address at the other end of the connection or, behind proxies of the
 * operator's own, the one that the outermost of them saw. What a client writes into the header itself stands further
 * left and is never looked at. Of an IPv6 address only the network counts; a subscriber has all of it.
 */
export function sourceOf(request: IncomingMessage, proxyHops: number): string {
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
