import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createParleyClient } from './create-parley-client.ts'

const REFUSED = { status: 'error', message: 'The file has no rows.' }

/** A service that reads the whole body and refuses it. */
async function openServer() {
  const received: { readonly request: IncomingMessage; readonly body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    received.push({ request, body: await buffer(request) })
    response.writeHead(400, { 'x-error-code': 'invalid_request' }).end(JSON.stringify(REFUSED))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return { received, client: createParleyClient({ origin: `http://127.0.0.1:${port}`, credential: 'key' }) }
}

const FILE = new File(['town,rain\n', 'Oslo,12\n'.repeat(200_000)], 'towns.csv', { type: 'text/csv' })

test('an upload reports what was sent, from nothing to the whole file, and sends the same form', async () => {
  const { received, client } = await openServer()
  const seen: number[] = []
  const upload = client.dataSource.upload(
    { file: FILE, name: 'towns' },
    {
      idempotencyKey: 'once',
      onProgress: ({ sentBytes, totalBytes }) => {
        expect(totalBytes).toBe(FILE.size)
        seen.push(sentBytes)
      },
    },
  )
  await expect(upload).rejects.toMatchObject({ message: REFUSED.message, code: 'invalid_request' })
  expect(seen[0]).toBe(0)
  expect(seen.at(-1)).toBe(FILE.size)
  expect(seen.length).toBeGreaterThan(3)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  const [sent] = received
  expect(sent?.request.headers).toMatchObject({ authorization: 'Bearer key', 'idempotency-key': 'once' })
  const form = await new Response(new Uint8Array(sent?.body ?? []), {
    headers: { 'content-type': String(sent?.request.headers['content-type']) },
  }).formData()
  expect(form.get('name')).toBe('towns')
  expect(form.get('file')).toMatchObject({ name: 'towns.csv', size: FILE.size })
})

test('an aborted upload ends with the reason of its caller', async () => {
  const { client } = await openServer()
  const abort = new AbortController()
  const onProgress = ({ sentBytes }: { sentBytes: number }) => {
    if (sentBytes > 0) abort.abort(new Error('The user left.'))
  }
  const upload = client.dataSource.upload({ file: FILE }, { onProgress, signal: abort.signal })
  await expect(upload).rejects.toThrow('The user left.')
})

/** The request object of a browser: sends in two halves, then has this reply. */
class ScriptedRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {}
  readonly status = 400
  readonly responseText = JSON.stringify(REFUSED)
  readonly sent: string[] = []
  onload?: () => void

  open(method: string, url: string): void {
    this.sent.push(`${method} ${url}`)
  }

  setRequestHeader(name: string, value: string): void {
    this.sent.push(`${name}: ${value}`)
  }

  getResponseHeader(name: string): string | null {
    return name === 'x-error-code' ? 'invalid_request' : null
  }

  send(form: FormData): void {
    expect(form.get('file')).toMatchObject({ name: 'towns.csv' })
    expect(this.sent).toEqual(['POST http://parley.test/api/data_source', 'authorization: Bearer key'])
    for (const part of [0.5, 1]) this.upload.onprogress?.({ loaded: FILE.size * part })
    this.onload?.()
  }
}

test('a browser reports the progress of an upload, and its failure has sentence and code', async () => {
  vi.stubGlobal('XMLHttpRequest', ScriptedRequest)
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = createParleyClient({ origin: 'http://parley.test', credential: 'key' })
  const seen: number[] = []
  const onProgress = ({ sentBytes }: { sentBytes: number }) => seen.push(sentBytes)
  const upload = client.dataSource.upload({ file: FILE }, { onProgress })
  await expect(upload).rejects.toMatchObject({
    message: REFUSED.message,
    code: 'invalid_request',
    status: 400,
  })
  expect(seen).toEqual([0, FILE.size / 2, FILE.size])
})
