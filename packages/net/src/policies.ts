import type { AllowPurpose } from './allow-list.ts'

/** The use of a connection. Each purpose has its own rules and its own connections. */
export type Purpose =
  | 'hosted_vendor'
  | 'model'
  | 'tool_server'
  | 'registry'
  | 'api_source'
  | 'sql_engine'
  | 'sql_cluster'
  | 'database'
  | 'ledger'
  | 'chain'
  | 'webhook'
  | 'identity'
  | 'object_store'
  | 'telemetry'

export type Policy = {
  /** The name of the other side in error sentences. */
  readonly label: string
  /**
   * The allowed addresses. `public`: the internet, over https. `checked`: also loopback and private addresses
   * that mode and list allow. `operator`: only origins that the operator configured.
   * `provider`: the origin of the identity provider, and the internet over https, where large providers have some of
   * their endpoints.
   */
  readonly reach: 'public' | 'checked' | 'operator' | 'provider'
  /** The purpose under which the operator's list allows private addresses and denied ports; null: never. */
  readonly allowedAs: AllowPurpose | null
  /** Whether plain http is allowed to a target that is neither on loopback nor listed by the operator. */
  readonly hasPlainHttp: boolean
  /** Empty for clients that use another protocol over their own socket. */
  readonly methods: readonly string[]
  /** Ports of the deny list that this purpose may use. */
  readonly freePorts?: readonly number[]
  /** Bytes of a reply after decompression. */
  readonly replyBytes: number
  readonly connectMs: number
  /** From sending the request to the first byte of the reply's head. */
  readonly firstByteMs: number
  /** Between two pieces of the reply's body. */
  readonly idleMs: number
  readonly totalMs: number
  /**
   * How long a connection without a request is kept, unless the other side announces less. A kept connection serves a
   * person's next question. Only for callers that repeat a request whose connection was just closed.
   */
  readonly keptMs: number
}

const MEGABYTE = 1024 * 1024
const ANY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const TIMES = {
  connectMs: 5_000,
  firstByteMs: 60_000,
  idleMs: 30_000,
  totalMs: 180_000,
  keptMs: 4_000,
} as const

/** Without streaming, a model sends nothing until its whole answer is complete. */
const MODEL_TIMES = { ...TIMES, firstByteMs: TIMES.totalMs, idleMs: 60_000, keptMs: 60_000 } as const

/** The rules per purpose. Source: the threat model in SECURITY.md. */
export const POLICIES: Readonly<Record<Purpose, Policy>> = {
  hosted_vendor: {
    label: 'The model provider',
    reach: 'public',
    allowedAs: null,
    hasPlainHttp: false,
    methods: ANY_METHOD,
    replyBytes: 8 * MEGABYTE,
    ...MODEL_TIMES,
  },
  model: {
    label: 'The model server',
    reach: 'checked',
    allowedAs: 'model',
    hasPlainHttp: true,
    methods: ANY_METHOD,
    replyBytes: 8 * MEGABYTE,
    ...MODEL_TIMES,
  },
  tool_server: {
    label: 'The tool server',
    reach: 'checked',
    allowedAs: 'tool',
    hasPlainHttp: false,
    methods: ANY_METHOD,
    replyBytes: 2 * MEGABYTE,
    ...TIMES,
  },
  registry: {
    label: 'The tool registry',
    reach: 'operator',
    allowedAs: null,
    hasPlainHttp: true,
    methods: ['GET', 'HEAD'],
    replyBytes: 8 * MEGABYTE,
    ...TIMES,
    firstByteMs: 5_000,
    totalMs: 10_000,
  },
  api_source: {
    label: 'The API',
    reach: 'checked',
    allowedAs: 'api',
    hasPlainHttp: false,
    methods: ['GET', 'HEAD'],
    replyBytes: 64 * MEGABYTE,
    ...TIMES,
  },
  sql_engine: {
    label: 'The SQL engine',
    reach: 'checked',
    allowedAs: 'database',
    hasPlainHttp: true,
    methods: ANY_METHOD,
    replyBytes: 64 * MEGABYTE,
    ...TIMES,
  },
  sql_cluster: {
    label: 'The SQL cluster',
    reach: 'operator',
    allowedAs: null,
    hasPlainHttp: true,
    methods: ['POST'],
    replyBytes: 64 * MEGABYTE,
    ...TIMES,
  },
  database: {
    label: 'The database',
    reach: 'checked',
    allowedAs: 'database',
    hasPlainHttp: true,
    methods: [],
    freePorts: [1433, 1521, 3306, 5432, 9042],
    replyBytes: 0,
    ...TIMES,
  },
  ledger: {
    label: 'The ledger node',
    reach: 'operator',
    allowedAs: null,
    hasPlainHttp: true,
    methods: ['GET', 'POST'],
    replyBytes: 8 * MEGABYTE,
    ...TIMES,
    firstByteMs: 15_000,
    totalMs: 30_000,
  },
  identity: {
    label: 'The identity provider',
    reach: 'provider',
    allowedAs: null,
    hasPlainHttp: false,
    methods: ['GET', 'POST'],
    replyBytes: MEGABYTE,
    ...TIMES,
    firstByteMs: 10_000,
    totalMs: 10_000,
  },
  chain: {
    label: 'The chain node',
    reach: 'operator',
    allowedAs: null,
    hasPlainHttp: true,
    methods: ['POST'],
    replyBytes: 64 * 1024,
    ...TIMES,
    connectMs: 2_000,
    firstByteMs: 2_000,
    totalMs: 2_000,
  },
  webhook: {
    label: 'The receiver of the webhook',
    reach: 'checked',
    allowedAs: 'webhook',
    hasPlainHttp: false,
    methods: ['POST'],
    replyBytes: 64 * 1024,
    ...TIMES,
    firstByteMs: 15_000,
    totalMs: 15_000,
  },
  telemetry: {
    label: 'The receiver of traces',
    reach: 'operator',
    allowedAs: null,
    hasPlainHttp: true,
    methods: ['POST'],
    replyBytes: MEGABYTE,
    ...TIMES,
    firstByteMs: 30_000,
    totalMs: 60_000,
  },
  object_store: {
    label: 'The object store',
    reach: 'operator',
    allowedAs: null,
    hasPlainHttp: true,
    methods: ['GET', 'PUT', 'DELETE'],
    replyBytes: 4096 * MEGABYTE,
    ...TIMES,
    firstByteMs: 120_000,
    totalMs: 900_000,
  },
}
