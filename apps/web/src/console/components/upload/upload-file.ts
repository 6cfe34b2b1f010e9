import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'

export type UploadProgress = {
  readonly name: string
  /** 0 to 1; 1 means that the file has been sent and is being read. */
  readonly sent: number
}

type Uploaded = {
  readonly id: string
  /** The name in SQL. */
  readonly name: string
  /** The name for people. */
  readonly title: string
  /** Of all tables; null where it is unknown. */
  readonly rowCount: number | null
}

type Sending = {
  readonly onProgress: (progress: UploadProgress) => void
  /** Cancels the upload. */
  readonly signal?: AbortSignal
}

/**
 * Sends a file as a multipart form. Rejects with the service's own sentence, and with an AbortError when the signal
 * aborts. Uses XMLHttpRequest because it reports the progress of an upload.
 */
export function uploadFile(file: File, { onProgress, signal }: Sending): Promise<Uploaded> {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append('file', file)
  onProgress({ name: file.name, sent: 0 })
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress({ name: file.name, sent: loaded / total })
    request.onerror = () => reject(new Error(COMPONENT_TEXTS.offline))
    request.onload = () => {
      const reply = parseReply(request.responseText)
      if (reply.kind === 'uploaded') resolve(reply.source)
      else reject(new Error(reply.message))
    }
    const cancel = () => {
      request.abort()
      reject(new DOMException('The upload was cancelled.', 'AbortError'))
    }
    if (signal?.aborted) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    request.open('POST', '/api/data_source')
    request.send(form)
  })
}

type Reply =
  | { readonly kind: 'uploaded'; readonly source: Uploaded }
  | { readonly kind: 'refused'; readonly message: string }

function parseReply(text: string): Reply {
  const reply = parse(text)
  const data = fieldsOf(reply.data)
  const { id, name, title } = data
  if (typeof id === 'string' && typeof name === 'string' && typeof title === 'string')
    return { kind: 'uploaded', source: { id, name, title, rowCount: countRows(data.tables) } }
  const { message } = reply
  return { kind: 'refused', message: typeof message === 'string' ? message : COMPONENT_TEXTS.offline }
}

function countRows(tables: unknown): number | null {
  if (!Array.isArray(tables)) return null
  const counts = tables.map((table) => fieldsOf(table).row_count)
  return counts.reduce<number | null>(
    (sum, count) => (sum === null || typeof count !== 'number' ? null : sum + count),
    0,
  )
}

function parse(text: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
