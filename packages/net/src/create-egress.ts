import { Agent, Pool } from 'undici'
import { parseAllowList } from './allow-list.ts'
import { checkTarget, type Reach, type Rules } from './check-target.ts'
import { checkedConnector } from './checked-connector.ts'
import type { EgressReply, OutgoingRequest } from './exchange.ts'
import { createFetch, type Fetch } from './fetch.ts'
import { POLICIES, type Policy, type Purpose } from './policies.ts'
import { type CheckedServer, resolveServer } from './resolve-server.ts'
import { type SendOptions, send } from './send.ts'

export type EgressOptions = {
  readonly mode: 'local' | 'public'
  /** `purpose:host:port` entries; an IPv6 literal in brackets. */
  readonly allow: readonly string[]
  readonly ownPorts: readonly number[]
  /**
   * Addresses that the operator configured for registries, ledger nodes and chain RPC. Only their origin is
   * compared.
   */
  readonly operatorUrls?: readonly string[]
  /** Addresses of the identity providers that the operator configured. Only their origin is compared. */
  readonly identityUrls?: readonly string[]
  /** Timeouts and sizes that replace the defaults, per purpose. */
  readonly limits?: Partial<Record<Purpose, Partial<Policy>>>
}

/** Connections for one purpose. */
export type EgressClient = {
  /**
   * Checks an address as far as possible without resolving its name. Throws `invalid_config` for an unusable address,
   * and `upstream_failed` for one that is not allowed.
   */
  readonly check: (address: string) => void
  /** For libraries that take a `fetch`. Throws AppError; follows at most three checked redirects. */
  readonly fetch: Fetch
  /** The same without the cost of Request and Response objects. Header names are in lower case. */
  readonly send: (address: string, request: OutgoingRequest & SendOptions) => Promise<EgressReply>
}

export type Egress = {
  readonly for: (purpose: Exclude<Purpose, 'database'>) => EgressClient
  /** Checks the server of a database and returns how to connect to it. Use the name for TLS only. */
  readonly resolve: (place: { readonly host: string; readonly port: number }) => Promise<CheckedServer>
  /** Closes every connection, also those in use. */
  readonly close: () => Promise<void>
}

/**
 * Opens every connection to an address that a user, a model, a registry or another server gave, under the rules of
 * its purpose. Connections are kept alive per purpose, so that no purpose reuses a connection of another. Throws an
 * Error when an `allow` entry names no purpose.
 */
export function createEgress(options: EgressOptions): Egress {
  const reach = createReach(options)
  const agents: Agent[] = []
  const clients = new Map<Purpose, EgressClient>()

  const rulesFor = (purpose: Purpose): Rules => {
    return { policy: { ...POLICIES[purpose], ...options.limits?.[purpose] }, reach }
  }

  function open(purpose: Purpose): EgressClient {
    const rules = rulesFor(purpose)
    const agent = createAgent(rules)
    agents.push(agent)
    const sendRequest: EgressClient['send'] = (address, { redirect, ...request }) =>
      send(agent, address, { request, rules, redirect })
    const check = (address: string) => void checkTarget(address, rules)
    const client = { check, send: sendRequest, fetch: createFetch(sendRequest) }
    clients.set(purpose, client)
    return client
  }

  return {
    for: (purpose) => clients.get(purpose) ?? open(purpose),
    resolve: (place) => resolveServer(place, rulesFor('database')),
    close: async () => {
      await Promise.all(agents.map((agent) => agent.destroy()))
    },
  }
}

function createReach(options: EgressOptions): Reach {
  return {
    mode: options.mode,
    allow: parseAllowList(options.allow),
    ownPorts: new Set(options.ownPorts),
    operatorOrigins: toOrigins(options.operatorUrls),
    providerOrigins: toOrigins(options.identityUrls),
  }
}

function toOrigins(urls: readonly string[] = []): ReadonlySet<string> {
  return new Set(urls.map((url) => new URL(url).origin))
}

function createAgent(rules: Rules): Agent {
  return new Agent({
    allowH2: false,
    keepAliveTimeout: rules.policy.keptMs,
    factory: (origin, poolOptions) => {
      const target = checkTarget(String(origin), rules)
      return new Pool(target.origin, { ...poolOptions, connect: checkedConnector(target, rules) })
    },
  })
}
