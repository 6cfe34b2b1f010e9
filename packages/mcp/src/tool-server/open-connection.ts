import {
  type AuthProvider,
  Client,
  type OAuthClientProvider,
  type PriorDiscovery,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { AppError } from '@parley/errors'
import type { ToolServerFetch } from '../fetch.ts'
import { guardFetch } from './guard-fetch.ts'
import type { ResolvedAddress } from './resolve-address.ts'
import { WatchedTransport } from './watched-transport.ts'

const CLIENT = { name: 'parley', title: 'Parley', version: '0.1.0' }
const MAX_LIST_PAGES = 20
/** Maximum number of repeated calls with a server's own state that a server may request. */
const MAX_ROUNDS = 5
const TERMINATE_MS = 1_000

export type OpenOptions = {
  readonly fetch: ToolServerFetch
  readonly address: ResolvedAddress
  /** `sse` uses the transport of 2024 directly; any other value tries streamable HTTP first. */
  readonly type: string
  readonly connectMs: number
  readonly maxBytes: number
  /** The server's revision, as an earlier connection negotiated it. */
  readonly prior: PriorDiscovery | undefined
  readonly authProvider: AuthProvider | OAuthClientProvider | undefined
  /** Called once when requests on this connection can no longer succeed. */
  readonly onLost: () => void
}

export type ClientSession = {
  readonly client: Client
  /** Ends the session at the server, if there is one, and every request under way. */
  readonly close: () => Promise<void>
}

/**
 * Connects to a tool server and negotiates the protocol revision, within `connectMs` in all. Throws the
 * errors of the SDK and of fetch, and AppError `upstream_timeout` when the time is over.
 */
export async function openConnection(options: OpenOptions): Promise<ClientSession> {
  const attempt = { isOver: false, opened: [] as ClientSession[] }
  const timeout = AbortSignal.timeout(options.connectMs)
  try {
    return await Promise.race([connectEitherWay(options, attempt), rejectOn(timeout)])
  } catch (error) {
    attempt.isOver = true
    for (const connection of attempt.opened) connection.close().catch(() => {})
    throw error
  }
}

type Attempt = { isOver: boolean; readonly opened: ClientSession[] }

function rejectOn(timeout: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    timeout.addEventListener('abort', () => {
      reject(
        new AppError('upstream_timeout', 'The tool server did not answer in time.', { isRetryable: true }),
      )
    })
  })
}

async function connectEitherWay(options: OpenOptions, attempt: Attempt): Promise<ClientSession> {
  if (options.type === 'sse') return connect(options, attempt, true)
  try {
    return await connect(options, attempt, false)
  } catch (error) {
    if (!isOlderServer(error) || attempt.isOver) throw error
    return connect(options, attempt, true)
  }
}

/**
 * Whether the server refuses the POST of a handshake. Such a server may only support the transport of 2024.
 */
function isOlderServer(error: unknown): boolean {
  if (error instanceof SdkHttpError) return [400, 404, 405].includes(error.data.status)
  return error instanceof SdkError && error.code === SdkErrorCode.ClientHttpNotImplemented
}

async function connect(options: OpenOptions, attempt: Attempt, isListening: boolean): Promise<ClientSession> {
  const { address, authProvider, connectMs, maxBytes, prior } = options
  let watched: WatchedTransport | undefined
  const transportOptions = {
    fetch: guardFetch(options.fetch, { maxBytes, isListening, onCut: (error) => watched?.setCut(error) }),
    requestInit: { headers: address.headers },
    ...(authProvider ? { authProvider } : {}),
  }
  const inner = isListening
    ? new SSEClientTransport(address.url, transportOptions)
    : new StreamableHTTPClientTransport(address.url, transportOptions)
  const transport = new WatchedTransport(inner)
  watched = transport

  const client = new Client(CLIENT, {
    versionNegotiation: { mode: isListening ? 'legacy' : 'auto' },
    inputRequired: { maxRounds: MAX_ROUNDS },
    listMaxPages: MAX_LIST_PAGES,
  })
  const connection: ClientSession = { client, close: () => close(client, inner) }
  attempt.opened.push(connection)
  await client.connect(transport, { timeout: connectMs, ...(prior && !isListening ? { prior } : {}) })
  client.onclose = options.onLost
  client.onerror = (error) => {
    // When its stream breaks, the older transport loses every pending reply, even if it reconnects at once.
    if (error instanceof SseError) client.close().catch(() => {})
  }
  return connection
}

async function close(
  client: Client,
  inner: SSEClientTransport | StreamableHTTPClientTransport,
): Promise<void> {
  if (inner instanceof StreamableHTTPClientTransport && inner.sessionId) {
    const patience = new Promise((resolve) => setTimeout(resolve, TERMINATE_MS).unref())
    await Promise.race([inner.terminateSession().catch(() => {}), patience])
  }
  await client.close()
  // While the revision is negotiated, the client does not yet own its transport.
  await inner.close()
}
