import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client'
import type { AppError } from '@parley/errors'

/** JSON-RPC code of the error that this transport creates when no reply can arrive any more. */
export const REPLY_LOST = -32_099

/**
 * Wraps a transport. When the stream of a reply ends, its request fails at once and does not wait for a reply
 * that cannot arrive. It also closes the stream of a cancelled request, which revisions before 2026 leave
 * open after the notification.
 */
export class WatchedTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void

  readonly #inner: Transport
  readonly #pending = new Map<RequestId, AbortController>()
  #cut: AppError | null = null

  constructor(inner: Transport) {
    this.#inner = inner
    inner.onclose = () => this.onclose?.()
    inner.onerror = (error) => this.onerror?.(error)
    inner.onmessage = (message, extra) => {
      const isReply = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)
      if (isReply && message.id !== undefined) this.#pending.delete(message.id)
      this.onmessage?.(message, extra)
    }
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream ?? false
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  start(): Promise<void> {
    return this.#inner.start()
  }

  async close(): Promise<void> {
    this.#pending.clear()
    await this.#inner.close()
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }

  /** Stores the reason why a reply was cut, for the error of its request. */
  setCut(error: AppError): void {
    this.#cut = error
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      return this.#sendCancellation(message, options)
    }
    if (!isJSONRPCRequest(message)) return this.#inner.send(message, options)

    const controller = new AbortController()
    this.#pending.set(message.id, controller)
    options.requestSignal?.addEventListener('abort', () => this.#pending.delete(message.id), { once: true })
    const signals = options.requestSignal ? [options.requestSignal, controller.signal] : [controller.signal]
    try {
      await this.#inner.send(message, {
        ...options,
        requestSignal: AbortSignal.any(signals),
        onRequestStreamEnd: () => this.#fail(message.id),
      })
    } catch (error) {
      this.#pending.delete(message.id)
      throw error
    }
  }

  async #sendCancellation(
    message: JSONRPCMessage & { params?: unknown },
    options: TransportSendOptions,
  ): Promise<void> {
    try {
      await this.#inner.send(message, options)
    } finally {
      const id = cancelledId(message.params)
      if (id !== undefined) {
        this.#pending.get(id)?.abort()
        this.#pending.delete(id)
      }
    }
  }

  #fail(id: RequestId): void {
    if (!this.#pending.delete(id)) return
    const message = this.#cut?.message ?? 'The connection to the tool server was lost before it answered.'
    this.#cut = null
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: REPLY_LOST, message } })
  }
}

function cancelledId(params: unknown): RequestId | undefined {
  if (typeof params !== 'object' || params === null || !('requestId' in params)) return undefined
  const { requestId } = params
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined
}
