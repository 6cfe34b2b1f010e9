import { isIP } from 'node:net'
import { AppError } from '@parley/errors'
import { isListed } from './allow-list.ts'
import { classifyAddress } from './classify-address.ts'
import type { Policy } from './policies.ts'

/** The rules for the addresses that an installation may connect to. */
export type Reach = {
  /** `local`: one person's machine, loopback is reachable. `public`: only addresses that `allow` names. */
  readonly mode: 'local' | 'public'
  /** `purpose:host:port` entries whose loopback or private address, or denied port, the operator permits. */
  readonly allow: ReadonlySet<string>
  /** Ports this process and its database listen on; refused on loopback unless `allow` names them. */
  readonly ownPorts: ReadonlySet<number>
  /** Origins that the operator has configured for registries and ledger nodes. */
  readonly operatorOrigins: ReadonlySet<string>
  /** Origins of the identity providers that the operator has configured. */
  readonly providerOrigins: ReadonlySet<string>
}

/** The rules for connections of one purpose in this installation. */
export type Rules = { readonly policy: Policy; readonly reach: Reach }

/** A parsed and allowed address. Host names are checked again when they are resolved. */
export type Target = {
  readonly origin: string
  /** Without the brackets of an IPv6 literal. */
  readonly host: string
  readonly port: number
  readonly path: string
  readonly href: string
}

/** Ports of services that do not speak HTTP, or that control a machine over HTTP. */
const DENIED_PORTS = new Set([
  1, 7, 9, 19, 20, 21, 22, 23, 25, 53, 69, 110, 111, 135, 137, 139, 143, 179, 389, 445, 465, 514, 587, 636,
  873, 993, 995, 1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 6000, 6379,
  6443, 8086, 9042, 9092, 9200, 9300, 10250, 11211, 15672, 27017, 27018, 50070,
])

/** Control characters and white space, which a URL parser drops, and the backslash, which it replaces. */
const NOT_IN_AN_ADDRESS = /[^\u0021-\u007e\u00a1-\u{10ffff}]|\\/u

/**
 * Parses an address once, by the WHATWG rules, and checks everything that does not depend on name resolution.
 * Throws `invalid_config` for an unusable address and `upstream_failed` for a target that is not allowed,
 * with the same sentence as for an unreachable target.
 */
export function checkTarget(address: string, rules: Rules): Target {
  const { policy, reach } = rules
  const url = parseAddress(address, policy)
  const host = hostOf(url)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const target = { origin: url.origin, host, port, path: url.pathname + url.search, href: url.href }

  if (!hasAllowedScheme(url, target, rules)) {
    throw new AppError('invalid_config', `${policy.label} must have an https address.`)
  }
  if (policy.reach === 'operator' && !reach.operatorOrigins.has(url.origin)) throw notReachable(policy)
  if (isDeniedPort(target, rules)) throw notReachable(policy)
  if (isIP(host) !== 0 && !isAllowedAddress(host, target, rules)) throw notReachable(policy)
  return target
}

/**
 * Whether a resolved or literal address may be connected to for this target. Link-local, metadata and
 * reserved addresses are always refused, even when they are listed.
 */
export function isAllowedAddress(address: string, target: Target, rules: Rules): boolean {
  const { policy, reach } = rules
  const kind = classifyAddress(address)
  if (kind === 'public') return true
  if (kind === 'never' || policy.reach === 'public') return false
  if (policy.reach === 'operator') return true
  if (policy.reach === 'provider') return reach.providerOrigins.has(target.origin)
  if (isAllowed(target, rules) || isAllowed({ host: address, port: target.port }, rules)) return true
  return kind === 'loopback' && reach.mode === 'local' && !reach.ownPorts.has(target.port)
}

/** The same error for refused and unreachable targets, so that it reveals nothing about a network. */
export function notReachable(policy: Policy, cause?: unknown): AppError {
  return new AppError(
    'upstream_failed',
    `${policy.label} could not be reached at its address, or this installation does not allow connecting to it.`,
    { cause },
  )
}

function parseAddress(address: string, policy: Policy): URL {
  const url = NOT_IN_AN_ADDRESS.test(address) ? null : URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('invalid_config', `${policy.label} needs an http or https address.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError(
      'invalid_config',
      `${policy.label} must not have a user name or password in its address.`,
    )
  }
  if (url.hash !== '' || url.hostname.endsWith('.')) {
    throw new AppError(
      'invalid_config',
      `${policy.label} must not have a fragment or a trailing dot in its address.`,
    )
  }
  return url
}

function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
}

function isDeniedPort(target: Target, rules: Rules): boolean {
  const { policy } = rules
  if (!DENIED_PORTS.has(target.port) || policy.reach === 'operator' || isProvider(target, rules)) return false
  return policy.freePorts?.includes(target.port) !== true && !isAllowed(target, rules)
}

function hasAllowedScheme(url: URL, target: Target, rules: Rules): boolean {
  const { policy, reach } = rules
  if (url.protocol === 'https:' || policy.hasPlainHttp || isProvider(target, rules)) return true
  if (policy.reach !== 'checked') return false
  if (isAllowed(target, rules)) return true
  return reach.mode === 'local' && isLoopbackHost(target.host)
}

/** Whether a target is the identity provider of the operator, wherever it is. */
function isProvider(target: Target, { policy, reach }: Rules): boolean {
  return policy.reach === 'provider' && reach.providerOrigins.has(target.origin)
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || classifyAddress(host) === 'loopback'
}

function isAllowed(target: Pick<Target, 'host' | 'port'>, { policy, reach }: Rules): boolean {
  return policy.allowedAs !== null && isListed(reach.allow, policy.allowedAs, target)
}
