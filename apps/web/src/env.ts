import { join, resolve } from 'node:path'
import { type Address, parseAddress } from '@parley/ledger'
import * as z from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const count = z.coerce.number().int().min(1)
const seconds = z.coerce.number().positive().max(900)
const Flag = z.enum(['local', 'public'])

// The one without totals comes last: what follows it in a merged search is never reached.
const REGISTRIES = ['catalog', 'smithery', 'official'] as const
export type RegistryName = (typeof REGISTRIES)[number]

const Env = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PARLEY_ORIGIN: z.url().optional(),
  PARLEY_MODE: Flag.default('local'),
  PARLEY_DATA_DIR: z.string().default('.parley'),
  DATABASE_URL: z.string().min(1),
  PARLEY_MASTER_KEY: z.string().optional(),
  PARLEY_EGRESS_ALLOW: z.string().default(''),
  PARLEY_REGISTRY: z
    .string()
    .default('catalog')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(REGISTRIES)).min(1)),
  PARLEY_REGISTRY_URL: z.url().optional(),
  PARLEY_CATALOGUE_FILE: z.string().optional(),
  PARLEY_TEMPLATES_FILE: z.string().optional(),
  SMITHERY_API_KEY: z.string().optional(),
  CHAIN_RPC_URL: z.string().optional(),
  PARLEY_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  PARLEY_LIMITS_IN_FLIGHT: count.default(1000),
  PARLEY_LIMITS_TURNS_PER_USER: count.default(100),
  PARLEY_LIMITS_SIGN_INS_PER_SECOND: z.coerce.number().positive().max(1_000_000).default(20),
  PARLEY_LIMITS_SIGN_IN_BURST: count.default(100),
  PARLEY_LIMITS_DATABASE_CONNECTIONS: count.default(10),
  PARLEY_LIMITS_APPROVAL_SECONDS: z.coerce.number().positive().max(3600).default(600),
  PARLEY_LIMITS_TOOL_CONNECT_SECONDS: seconds.default(5),
  PARLEY_LIMITS_TOOL_LIST_SECONDS: seconds.default(10),
  PARLEY_LIMITS_TOOL_CALL_SECONDS: seconds.default(30),
  PARLEY_METRICS_TOKEN: z.string().min(16).optional(),
  PARLEY_LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).optional(),
})

/** A ledger network that is reached over the wire; `rpcUrl` is what stands before the path of the interface. */
type LedgerNode = { readonly name: string; readonly rpcUrl: string }

/** How this installation is configured. */
export type Settings = {
  readonly port: number
  readonly host: string
  /** Where people reach it, without a trailing slash. */
  readonly origin: string
  /** `local` lets models, tools and sources live on loopback and starts the demo model. */
  readonly mode: z.infer<typeof Flag>
  readonly dataDirectory: string
  readonly databaseUrl: string
  /** Base64 keys of 32 bytes or more, the current one first; null when a key file is used. */
  readonly masterKeys: string | null
  /** `host:port` entries that may be reached although they are private. */
  readonly egressAllow: readonly string[]
  readonly registries: {
    readonly names: readonly RegistryName[]
    /** In place of the remote registry's own address. */
    readonly url: string | null
    /** The operator's own entries of the built-in catalogue. */
    readonly catalogueFile: string | null
    readonly smitheryApiKey: string | null
  }
  /** Milliseconds for each phase of talking to a tool server. */
  readonly toolServers: { readonly connectMs: number; readonly listMs: number; readonly callMs: number }
  /** The models the operator offers for copying; null where they stay as they are. */
  readonly templatesFile: string | null
  /** Ledger nodes the operator names. The one called `default` stands in for the local network. */
  readonly ledgerNodes: readonly LedgerNode[]
  /** Addresses whose balance is kept of every node, beside those a network names itself. */
  readonly ledgerWatch: readonly Address[]
  /** The node that is asked about signatures of contract wallets; null where they cannot sign in. */
  readonly chainRpcUrl: string | null
  /** Proxies of the operator's own in front of the service, whose word on where a request came from counts. */
  readonly proxyHops: number
  /** What one user or one client may take of the service. */
  readonly limits: {
    readonly signInsPerSecond: number
    readonly signInBurst: number
    readonly turnsPerUser: number
    readonly approvalMs: number
  }
  /** Requests answered at once; further ones are asked to come back. */
  readonly inFlightLimit: number
  readonly databaseConnections: number
  /** What a reader of `/metrics` must bring; null where none is set. */
  readonly metricsToken: string | null
  readonly logLevel: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads and checks the environment, once, at start. Throws an error that names the variable and what is wrong. */
export function readSettings(environment: Environment = process.env): Settings {
  const parsed = Env.safeParse(environment)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const env = parsed.data
  return {
    port: env.PORT,
    host: env.HOST,
    origin: (env.PARLEY_ORIGIN ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    mode: env.PARLEY_MODE,
    dataDirectory: resolve(env.PARLEY_DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    masterKeys: env.PARLEY_MASTER_KEY ?? null,
    egressAllow: env.PARLEY_EGRESS_ALLOW.split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
    registries: readRegistries(env),
    toolServers: {
      connectMs: env.PARLEY_LIMITS_TOOL_CONNECT_SECONDS * 1000,
      listMs: env.PARLEY_LIMITS_TOOL_LIST_SECONDS * 1000,
      callMs: env.PARLEY_LIMITS_TOOL_CALL_SECONDS * 1000,
    },
    templatesFile: env.PARLEY_TEMPLATES_FILE ?? null,
    ledgerNodes: readLedgerNodes(environment),
    ledgerWatch: readLedgerWatch(environment.LEDGER_WATCH),
    chainRpcUrl: env.CHAIN_RPC_URL ? readNodeUrl('CHAIN_RPC_URL', env.CHAIN_RPC_URL) : null,
    proxyHops: env.PARLEY_PROXY_HOPS,
    limits: {
      signInsPerSecond: env.PARLEY_LIMITS_SIGN_INS_PER_SECOND,
      signInBurst: env.PARLEY_LIMITS_SIGN_IN_BURST,
      turnsPerUser: env.PARLEY_LIMITS_TURNS_PER_USER,
      approvalMs: env.PARLEY_LIMITS_APPROVAL_SECONDS * 1000,
    },
    inFlightLimit: env.PARLEY_LIMITS_IN_FLIGHT,
    databaseConnections: env.PARLEY_LIMITS_DATABASE_CONNECTIONS,
    metricsToken: env.PARLEY_METRICS_TOKEN ?? null,
    // On one's own machine the terminal is for what went wrong; a public service logs every request.
    logLevel: env.PARLEY_LOG_LEVEL ?? (env.PARLEY_MODE === 'local' ? 'warn' : 'info'),
  }
}

function readRegistries(env: z.infer<typeof Env>): Settings['registries'] {
  const names = REGISTRIES.filter((name) => env.PARLEY_REGISTRY.includes(name))
  if (env.PARLEY_REGISTRY_URL && names.includes('smithery') && names.includes('official'))
    throw new Error('PARLEY_REGISTRY_URL: is one address, and PARLEY_REGISTRY names two remote registries.')
  return {
    names,
    url: env.PARLEY_REGISTRY_URL ?? null,
    catalogueFile: env.PARLEY_CATALOGUE_FILE ?? null,
    smitheryApiKey: env.SMITHERY_API_KEY ?? null,
  }
}

/** `LEDGER_RPC_URL` is the default network, `LEDGER_<NAME>_RPC_URL` a further one. */
function readLedgerNodes(environment: Environment): LedgerNode[] {
  return Object.entries(environment).flatMap(([variable, value]) => {
    const [match, name = 'default'] = /^LEDGER_(?:([A-Z0-9]+)_)?RPC_URL$/.exec(variable) ?? []
    if (!match || !value) return []
    if (name === 'LOCAL' || name === 'DEFAULT')
      throw new Error(`${variable}: this name has a meaning of its own.`)
    return [{ name: name.toLowerCase(), rpcUrl: readNodeUrl(variable, value) }]
  })
}

function readLedgerWatch(text = ''): Address[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      try {
        return parseAddress(entry)
      } catch {
        throw new Error(`LEDGER_WATCH: "${entry}" is not an address of the ledger.`)
      }
    })
}

function readNodeUrl(variable: string, value: string): string {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`${variable}: must be an http or https address.`)
  if (url.username || url.password || url.search || url.hash) {
    throw new Error(`${variable}: must be an address without user name, password, query and fragment.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** Where the key file lies when no key is configured. */
export function masterKeyFile(settings: Settings): string {
  return join(settings.dataDirectory, 'master.key')
}
