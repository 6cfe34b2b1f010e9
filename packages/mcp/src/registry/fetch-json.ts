import { AppError, isAppError } from '@parley/errors'
import { createDepthScan, MAX_DEPTH } from '../depth-scan.ts'
import type { ToolServerFetch } from '../fetch.ts'

export const DEFAULT_TIMEOUT_MS = 5_000
const MAX_BYTES = 4 * 1024 * 1024

export type JsonRequest = {
  readonly fetch: ToolServerFetch
  /** How error sentences name the registry, for example `the Smithery registry`. */
  readonly registryName: string
  readonly url: URL
  readonly headers?: Record<string, string>
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Gets JSON of at most 4 MiB and 100 levels from a registry within `timeoutMs`. Returns null for 404. Throws AppError `upstream_timeout` or
 * `upstream_failed` with one sentence that names the registry and quotes nothing from its reply.
 */
export async function fetchJson(request: JsonRequest): Promise<unknown> {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
  try {
    const response = await request.fetch(request.url, {
      headers: { accept: 'application/json', ...request.headers },
      signal,
    })
    if (response.status === 404) {
      await response.body?.cancel()
      return null
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw refused(request.registryName, response.status)
    }
    return JSON.parse(await readText(response))
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason
    if (isAppError(error)) throw error
    if (timeout.aborted) {
      throw new AppError(
        'upstream_timeout',
        `${capital(request.registryName)} did not answer in time. Try again later.`,
        {
          cause: error,
          isRetryable: true,
        },
      )
    }
    throw new AppError(
      'upstream_failed',
      `${capital(request.registryName)} cannot be reached right now. Try again later.`,
      {
        cause: error,
        isRetryable: true,
      },
    )
  }
}

function refused(registryName: string, status: number): AppError {
  if (status === 401 || status === 403) {
    return new AppError(
      'upstream_failed',
      `${capital(registryName)} refused this service's key. Ask the operator to set a valid one.`,
    )
  }
  return new AppError(
    'upstream_failed',
    `${capital(registryName)} answered with an error. Try again later.`,
    {
      cause: new Error(`HTTP status ${status}`),
      isRetryable: status === 429 || status >= 500,
    },
  )
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const scan = createDepthScan()
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error(`the reply is larger than ${MAX_BYTES} bytes`)
    if (scan(chunk).depth > MAX_DEPTH) throw new Error(`the reply has more than ${MAX_DEPTH} levels`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
