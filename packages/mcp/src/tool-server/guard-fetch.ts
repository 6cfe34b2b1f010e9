import { AppError } from '@parley/errors'
import { createDepthScan, MAX_DEPTH } from '../depth-scan.ts'
import type { ToolServerFetch } from '../fetch.ts'

export type GuardOptions = {
  /** Maximum bytes of one reply. In a stream of events for many requests, maximum bytes of one event. */
  readonly maxBytes: number
  /** Whether the transport needs the long-lived GET stream (the transport of 2024 does). */
  readonly isListening: boolean
  /** Called when a reply is cut for its size or depth, before its reader gets the error. */
  readonly onCut: (error: AppError) => void
}

/**
 * Returns the same fetch with guards for a tool server. It cuts replies that are too large or nested too
 * deeply to be parsed safely. It does not open the GET stream for messages that the server sends by itself,
 * which saves one socket per pooled server. A resumed stream (`Last-Event-ID`) is opened.
 */
export function guardFetch(fetch: ToolServerFetch, options: GuardOptions): ToolServerFetch {
  return async (input, init) => {
    const isGet = (init?.method ?? 'GET') === 'GET'
    const isResuming = new Headers(init?.headers).has('last-event-id')
    const isStream = new Headers(init?.headers).get('accept')?.includes('text/event-stream')
    if (isGet && isStream && !isResuming && !options.isListening) return new Response(null, { status: 405 })

    const response = await fetch(input, init)
    if (!response.body) return response
    const isForMany = isGet && isEventStream(response)
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(limitBody(options, isForMany)), {
      status,
      statusText,
      headers,
    })
  }
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.includes('text/event-stream') ?? false
}

/** Passes bytes on until there are too many bytes or open brackets. */
function limitBody(
  { maxBytes, onCut }: GuardOptions,
  isForMany: boolean,
): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  const scan = createDepthScan()
  return new TransformStream({
    transform(chunk, controller) {
      const { depth, hasBlankLine } = scan(chunk)
      bytes = isForMany && hasBlankLine ? 0 : bytes + chunk.byteLength
      const message = complaint({ bytes, maxBytes, depth })
      if (!message) {
        controller.enqueue(chunk)
        return
      }
      const error = new AppError('upstream_failed', message)
      onCut(error)
      controller.error(error)
    },
  })
}

function complaint({
  bytes,
  maxBytes,
  depth,
}: {
  bytes: number
  maxBytes: number
  depth: number
}): string | null {
  if (bytes > maxBytes)
    return `The reply of the tool server is larger than ${Math.floor(maxBytes / 1024)} KB.`
  return depth > MAX_DEPTH ? 'The reply of the tool server is nested too deeply.' : null
}
