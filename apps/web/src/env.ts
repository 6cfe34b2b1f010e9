import { join, resolve } from 'node:path'
import { type AdmissionPolicy, readAdmission } from '@parley/core'
import type { ClusterPlace } from '@parley/data'
import { type Address, parseAddress } from '@parley/ledger'
import { parseAllowList } from '@parley/net'
import * as z from 'zod'
import { IDENTITY_VARIABLES, type IdentitySettings, readIdentity } from './read-identity.ts'
import { OBJECT_STORE_VARIABLES, type ObjectStoreSettings, readObjectStore } from './read-object-store.ts'
import { readSqlCluster, SQL_CLUSTER_VARIABLES } from './read-sql-cluster.ts'
import { readTelemetry, TELEMETRY_VARIABLES, type TelemetrySettings } from './read-telemetry.ts'
import {
  type Environment,
  namesIn,
  optional,
  readVariables,
  type ValuesOf,
  variable,
} from './read-variables.ts'

/** The most that one user may use in a month; 0 for no limit. */
const monthly = z.coerce.number().min(0).max(1_000_000_000)
const count = z.coerce.number().int().min(1)
const milliseconds = (most: number) =>
  z.coerce
    .number()
    .positive()
    .max(most)
    .transform((seconds) => seconds * 1000)

const ADMIT_RULES = ['open', 'list', 'invite', 'group', 'closed'] as const

// The registry without totals comes last: a merged search never reaches what follows it.
const REGISTRIES = ['catalog', 'smithery', 'official'] as const
export type RegistryName = (typeof REGISTRIES)[number]

/** Every variable of the configuration, once. README.md describes them for the operator. */
const VARIABLES = {
  /** In development, pages are compiled on request and reload when their sources change (`pnpm dev`). */
  isDevelopment: variable(
    'NODE_ENV',
    z
      .string()
      .optional()
      .transform((value) => value === 'development'),
  ),
  port: variable('PORT', z.coerce.number().int().min(0).max(65_535).default(3000)),
  host: variable('HOST', z.string().default('127.0.0.1')),
  /** The address that users open and wallets sign, without a trailing slash. */
  origin: optional('PARLEY_ORIGIN', z.url()),
  /** Further host names of this installation, in lower case. */
  hosts: variable('PARLEY_HOSTS', list(z.string().toLowerCase())),
  /** Origins whose pages may call the REST interface; by default loopback origins in local mode, none in public mode. */
  corsOrigins: optional('PARLEY_CORS_ORIGINS', list(z.url().transform((url) => new URL(url).origin))),
  /** `local` lets models, tools and data sources live on loopback and starts the demo model. */
  mode: variable('PARLEY_MODE', z.enum(['local', 'public']).default('local')),
  dataDirectory: variable('PARLEY_DATA_DIR', z.string().default('.parley').transform(toAbsolute)),
  objectStore: OBJECT_STORE_VARIABLES,
  /** The most bytes of copies of files from the object store; null for half of the free space, at most 20 GiB. */
  cacheBytes: optional('PARLEY_CACHE_BYTES', z.coerce.number().int().min(1_048_576)),
  sqlCluster: SQL_CLUSTER_VARIABLES,
  /** Time between a signal to stop and the stop. During this time only `/readyz` reports the stop. */
  drainDelayMs: variable(
    'PARLEY_DRAIN_DELAY_SECONDS',
    z.coerce
      .number()
      .min(0)
      .max(300)
      .default(0)
      .transform((seconds) => seconds * 1000),
  ),
  databaseUrl: variable('DATABASE_URL', z.string().min(1)),
  databaseConnections: variable('PARLEY_LIMITS_DATABASE_CONNECTIONS', count.default(10)),
  /** Base64 keys of 32 bytes or more, the current one first; null when a key file is used. */
  masterKeys: optional('PARLEY_MASTER_KEY', z.string()),
  /** `purpose:host:port` entries of private addresses that may be reached. */
  egressAllow: variable(
    'PARLEY_EGRESS_ALLOW',
    list(z.string()).refine(isAllowList, { error: explainAllowList }),
  ),
  registries: {
    names: variable(
      'PARLEY_REGISTRY',
      list(z.enum(REGISTRIES), 'catalog').transform((names) =>
        REGISTRIES.filter((name) => names.includes(name)),
      ),
    ),
    /** Replaces the address of the remote registry. */
    url: optional('PARLEY_REGISTRY_URL', z.url()),
    /** The operator's entries of the built-in catalog. */
    catalogFile: optional('PARLEY_CATALOG_FILE', z.string()),
    smitheryApiKey: optional('SMITHERY_API_KEY', z.string()),
  },
  /** Milliseconds for each phase of a conversation with a tool server. */
  toolServers: {
    connectMs: variable('PARLEY_LIMITS_TOOL_CONNECT_SECONDS', milliseconds(900).default(5_000)),
    listMs: variable('PARLEY_LIMITS_TOOL_LIST_SECONDS', milliseconds(900).default(10_000)),
    callMs: variable('PARLEY_LIMITS_TOOL_CALL_SECONDS', milliseconds(900).default(30_000)),
  },
  /** Models that the operator offers for copying. */
  templatesFile: optional('PARLEY_TEMPLATES_FILE', z.string()),
  /** What models cost. */
  pricesFile: optional('PARLEY_PRICES_FILE', z.string()),
  /** The node that checks signatures of contract wallets; without it they cannot sign in. */
  chainRpcUrl: optional('CHAIN_RPC_URL', nodeUrl()),
  /** Addresses whose balance at every node is stored, besides the addresses that a network names. */
  ledgerWatch: variable('LEDGER_WATCH', list(z.string().transform(toLedgerAddress))),
  /** Number of trusted reverse proxies. Their X-Forwarded-For entries are believed. */
  proxyHops: variable('PARLEY_PROXY_HOPS', z.coerce.number().int().min(0).max(10).default(0)),
  /** The rules by which people without an account get one. */
  admission: {
    admit: optional(
      'PARLEY_ADMIT',
      list(z.enum(ADMIT_RULES)).refine((rules) => rules.length > 0, 'must name a rule'),
    ),
    /** Wallet addresses and e-mail domains. */
    admitList: variable('PARLEY_ADMIT_LIST', list(z.string())),
    /** Groups of the identity provider. */
    admitGroups: variable('PARLEY_ADMIT_GROUPS', list(z.string())),
    administrators: variable('PARLEY_ADMIN', list(z.string())),
  },
  identity: IDENTITY_VARIABLES,
  /** Bounds for one user or one client. */
  limits: {
    signInsPerSecond: variable(
      'PARLEY_LIMITS_SIGN_INS_PER_SECOND',
      z.coerce.number().positive().max(1_000_000).default(20),
    ),
    signInBurst: variable('PARLEY_LIMITS_SIGN_IN_BURST', count.default(100)),
    /** Turns under way in one process. */
    turns: variable('PARLEY_LIMITS_TURNS', count.default(500)),
    turnsPerUser: variable('PARLEY_LIMITS_TURNS_PER_USER', count.default(100)),
    approvalMs: variable('PARLEY_LIMITS_APPROVAL_SECONDS', milliseconds(3600).default(600_000)),
    turnsPerMonth: optional('PARLEY_LIMITS_TURNS_PER_MONTH', monthly),
    tokensPerMonth: optional('PARLEY_LIMITS_TOKENS_PER_MONTH', monthly),
    dollarsPerMonth: optional('PARLEY_LIMITS_DOLLARS_PER_MONTH', monthly),
    /** Days for which events are kept; 0 keeps them for ever. */
    eventDays: variable('PARLEY_EVENT_DAYS', z.coerce.number().int().min(0).max(36_500).default(365)),
  },
  /** Requests that are worked on at once; further ones get 503. */
  inFlightLimit: variable('PARLEY_LIMITS_IN_FLIGHT', count.default(1000)),
  /** Bearer token for `/metrics`. */
  metricsToken: optional('PARLEY_METRICS_TOKEN', z.string().min(16)),
  telemetry: TELEMETRY_VARIABLES,
  logLevel: optional('PARLEY_LOG_LEVEL', z.enum(['silent', 'error', 'warn', 'info', 'debug'])),
}

/** The names of all variables, for the search of misspelled ones. Ledger nodes have further names. */
export const SETTING_NAMES: readonly string[] = namesIn(VARIABLES)

/** A ledger network that is reached over HTTP; `rpcUrl` is the address without the path of the interface. */
type LedgerNode = { readonly name: string; readonly rpcUrl: string }

/** The configuration of this installation. */
export type Settings = Omit<
  ValuesOf<typeof VARIABLES>,
  | 'origin'
  | 'logLevel'
  | 'corsOrigins'
  | 'admission'
  | 'identity'
  | 'objectStore'
  | 'sqlCluster'
  | 'telemetry'
> & {
  /** Null where files are kept in the data directory. */
  readonly objectStore: ObjectStoreSettings | null
  /** Null where statements over files stay on this machine. */
  readonly sqlCluster: ClusterPlace | null
  /** Null where traces are not sent. */
  readonly telemetry: TelemetrySettings | null
  /** The address that users open and wallets sign, without a trailing slash. */
  readonly origin: string
  /** Origins whose pages may call the REST interface. */
  readonly corsOrigins: 'loopback' | ReadonlySet<string>
  /** Ledger nodes that the operator names. The one called `default` replaces the local network. */
  readonly ledgerNodes: readonly LedgerNode[]
  readonly logLevel: string
  readonly admission: AdmissionPolicy
  /** Null without an identity provider. */
  readonly identity: IdentitySettings | null
}

/** Reads and checks the environment, once, at start. Throws an Error that names the variable and says what is wrong. */
export function readSettings(environment: Environment = process.env): Settings {
  const read = readVariables(VARIABLES, environment)
  const { url, names } = read.registries
  if (url && names.includes('smithery') && names.includes('official'))
    throw new Error('PARLEY_REGISTRY_URL: is one address, and PARLEY_REGISTRY names two remote registries.')
  const isLocal = read.mode === 'local'
  const identity = readIdentity(read.identity)
  const objectStore = readObjectStore(read.objectStore)
  const byDefault = isLocal ? 'loopback' : new Set<string>()
  return {
    ...read,
    identity,
    objectStore,
    sqlCluster: readSqlCluster(read.sqlCluster, { hasObjectStore: objectStore !== null }),
    telemetry: readTelemetry(read.telemetry),
    origin: (read.origin ?? `http://${read.host}:${read.port}`).replace(/\/+$/, ''),
    corsOrigins: read.corsOrigins ? new Set(read.corsOrigins) : byDefault,
    ledgerNodes: readLedgerNodes(environment),
    admission: readAdmission({ ...read.admission, mode: read.mode, hasIdentityProvider: identity !== null }),
    // The terminal of a single user shows problems only; a public service logs every request.
    logLevel: read.logLevel ?? (isLocal ? 'warn' : 'info'),
  }
}

/** `LEDGER_RPC_URL` is the default network, `LEDGER_<NAME>_RPC_URL` a further one. */
function readLedgerNodes(environment: Environment): LedgerNode[] {
  return Object.keys(environment).flatMap((name) => {
    const [match, network = 'default'] = /^LEDGER_(?:([A-Z0-9]+)_)?RPC_URL$/.exec(name) ?? []
    if (!match || !environment[name]) return []
    if (network === 'LOCAL' || network === 'DEFAULT')
      throw new Error(`${name}: this name is reserved; choose another one for the network.`)
    const { rpcUrl } = readVariables({ rpcUrl: variable(name, nodeUrl()) }, environment)
    return [{ name: network.toLowerCase(), rpcUrl }]
  })
}

/** The key file that is used when no key is configured. */
export function masterKeyFile(settings: Settings): string {
  return join(settings.dataDirectory, 'master.key')
}

/** Comma-separated entries. */
function list<Output>(entry: z.ZodType<Output, string>, byDefault = '') {
  return z
    .string()
    .default(byDefault)
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(entry))
}

function toAbsolute(path: string): string {
  return resolve(path)
}

function isAllowList(entries: readonly string[]): boolean {
  return explainAllowList({ input: entries }) === undefined
}

function explainAllowList({ input }: { readonly input?: unknown }): string | undefined {
  try {
    parseAllowList(input as readonly string[])
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function toLedgerAddress(text: string, context: z.RefinementCtx): Address {
  try {
    return parseAddress(text)
  } catch {
    context.addIssue({ code: 'custom', message: `"${text}" is not an address of the ledger.` })
    return z.NEVER
  }
}

function nodeUrl() {
  return z.string().transform((value, context) => {
    const url = URL.parse(value)
    const problem =
      url === null || !/^https?:$/.test(url.protocol)
        ? 'must be an http or https address.'
        : (url.username || url.password || url.search || url.hash) &&
          'must be an address without user name, password, query and fragment.'
    if (!problem && url) return url.href.replace(/\/+$/, '')
    context.addIssue({ code: 'custom', message: String(problem) })
    return z.NEVER
  })
}
