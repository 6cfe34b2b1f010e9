import { isIP } from 'node:net'
import { AppError } from '@parley/errors'
import type { Exchange } from './exchange.ts'
import { isLoopbackName } from './is-loopback-name.ts'

const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::\d{1,5})?$/i

/**
 * Refuses a request whose Host header is not a name of this installation. Otherwise the page of an attacker's
 * domain that resolves to this machine could call the service (DNS rebinding). `hosts` are the operator's
 * names in lower case. Loopback names and IP addresses pass, because an attacker cannot change where they
 * resolve to. Throws `invalid_request` for a malformed header and `forbidden` for an unknown name.
 */
export function checkHost(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  hosts: ReadonlySet<string>,
): void {
  const { host } = request.headers
  // HTTP/1.0 has no Host header (RFC 9112 §3.2); browsers do not speak it.
  if (host === undefined && request.httpVersion === '1.0') return
  const [, literal, name] = HOST.exec(host ?? '') ?? []
  const hostname = (literal ?? name)?.toLowerCase()
  if (hostname === undefined || (literal !== undefined && isIP(literal) !== 6)) {
    response.shouldKeepAlive = false
    throw new AppError(
      'invalid_request',
      'The Host header is missing or malformed; send the name of this service.',
    )
  }
  if (isIP(hostname) !== 0 || isLoopbackName(hostname) || hosts.has(hostname)) return
  throw new AppError(
    'forbidden',
    `This service does not answer for the host "${hostname.slice(0, 100)}". Its operator can add the name to PARLEY_HOSTS.`,
  )
}
