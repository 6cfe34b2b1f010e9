import { ParleyError } from './parley-error.ts'
import { type ServiceConnection, send } from './send.ts'

/** How much of a file has been sent. */
export type SentSoFar = { readonly sentBytes: number; readonly totalBytes: number }

type Sending = {
  readonly form: FormData
  /** The size of the file in the form. */
  readonly totalBytes: number
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SentSoFar) => void
}

/**
 * Sends a form with one file to a path below `{base_url}`. Where progress is wanted, browsers send it with
 * XMLHttpRequest, because their `fetch` streams a body over HTTP/2 only; other platforms count the bytes that `fetch`
 * takes. Throws ParleyError unless it succeeds.
 */
export function sendForm(connection: ServiceConnection, path: string, sending: Sending): Promise<Response> {
  const { form, headers, signal, onProgress, totalBytes } = sending
  const request = { method: 'POST', headers, ...(signal && { signal }) }
  if (!onProgress) return send(connection, path, { ...request, body: form })
  const report = (bytes: number) => onProgress({ sentBytes: Math.min(bytes, totalBytes), totalBytes })
  report(0)
  const { XMLHttpRequest } = globalThis as BrowserGlobals
  if (XMLHttpRequest) {
    const sender = new XMLHttpRequest()
    const fetch: typeof globalThis.fetch = (url, init) =>
      sendWithProgress(sender, String(url), { ...init, form, report })
    return send({ ...connection, fetch }, path, request)
  }
  const { body, headers: encoded } = new Response(form)
  let sentBytes = 0
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sentBytes += chunk.byteLength
        report(sentBytes)
        controller.enqueue(chunk)
      },
    }),
  )
  const type = encoded.get('content-type') ?? ''
  // `duplex` is part of the Fetch standard; the types of some platforms lack it.
  const streamed = { duplex: 'half', body: counted, headers: { ...headers, 'content-type': type } }
  return send(connection, path, { ...request, ...streamed } as RequestInit)
}

/** What is used of the browser's XMLHttpRequest (WHATWG XMLHttpRequest). */
type BrowserRequest = {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null }
  readonly status: number
  readonly responseText: string
  onload: (() => void) | null
  onerror: (() => void) | null
  readonly open: (method: string, url: string) => void
  readonly setRequestHeader: (name: string, value: string) => void
  readonly getResponseHeader: (name: string) => string | null
  readonly send: (body: FormData) => void
  readonly abort: () => void
}

type BrowserGlobals = { readonly XMLHttpRequest?: new () => BrowserRequest }

type BrowserSending = RequestInit & {
  readonly form: FormData
  readonly report: (bytes: number) => void
}

function sendWithProgress(
  request: BrowserRequest,
  url: string,
  { form, report, headers, signal }: BrowserSending,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => report(loaded)
    request.onerror = () => reject(new ParleyError('The connection broke during the upload.', { status: 0 }))
    request.onload = () => resolve(replyOf(request))
    const cancel = () => {
      request.abort()
      reject(signal?.reason)
    }
    if (signal?.aborted) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    request.open('POST', url)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.send(form)
  })
}

/** The headers that a failure is read from. */
const FAILURE_HEADERS = ['x-error-code', 'retry-after'] as const

function replyOf(request: BrowserRequest): Response {
  const headers = new Headers()
  for (const name of FAILURE_HEADERS) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(request.responseText, { status: request.status, headers })
}
