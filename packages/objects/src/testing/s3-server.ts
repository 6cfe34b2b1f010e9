import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to a request instead of its answer. `late` does the work and then breaks the connection; `silent` keeps it open. */
export type Fault = 'away' | 'cut' | 'late' | 'silent' | 'slow' | 'wrong_bytes' | 'full' | 'busy'

/** An object store for tests, which checks signatures and hashes and refuses what it does not know. */
export type S3Server = {
  readonly endpoint: string
  /** Objects by key, with the bucket in front. */
  readonly objects: Map<string, Buffer>
  /** Requests so far, as `METHOD key`. */
  readonly seen: string[]
  /** Decides for each request whether it fails. */
  fault: (request: { readonly method: string; readonly key: string }) => Fault | null
  /** Keys that lists do not show yet. */
  readonly hidden: Set<string>
  /** How far its clock is ahead of this machine's. */
  skewMs: number
  readonly close: () => Promise<void>
}

export const S3_CREDENTIALS = {
  accessKeyId: 'test-key',
  secretAccessKey: 'test-secret',
  region: 'eu-test-1',
}

const PAGE = 100
const LONGEST_SKEW_MS = 900_000

type Stored = { readonly bytes: Buffer; readonly headers: Record<string, string>; readonly changedAt: Date }
type Call = { readonly method: string; readonly key: string; readonly url: URL; readonly body: Buffer }

/** Starts the server on a free port of this machine. Every bucket exists, in one region. */
export async function startS3Server({ port = 0, region = S3_CREDENTIALS.region } = {}): Promise<S3Server> {
  const stored = new Map<string, Stored>()
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const world: S3Server = {
    endpoint: '',
    objects: new Map(),
    seen: [],
    fault: () => null,
    hidden: new Set(),
    skewMs: 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://store.test')
    const method = request.method ?? ''
    const key = decodeURIComponent(url.pathname.slice(1))
    world.seen.push(`${method} ${key}`)
    const fault = world.fault({ method, key })
    if (fault === 'away') return response.destroy()
    // A client that dies in the middle of an upload leaves no object.
    if (fault === 'cut' && method === 'PUT') return request.once('data', () => response.destroy())
    const body = await readAll(request)
    if (fault === 'silent') return
    if (fault === 'busy') return refuse(response, 503, 'SlowDown')
    if (fault === 'full' && method === 'PUT') return refuse(response, 507, 'InsufficientStorage')
    const problem = checkRequest(request, { url, body, region, nowMs: Date.now() + world.skewMs })
    if (problem !== null) return refuse(response, problem === 'BadDigest' ? 400 : 403, problem)
    if (fault === 'slow') await sleep(400)
    return answer({ method, key, url, body }, { request, response, fault, stored, world })
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return Object.assign(world, { endpoint: `http://127.0.0.1:${address.port}` })
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly fault: Fault | null
  readonly stored: Map<string, Stored>
  readonly world: S3Server
}

function answer({ method, key, url, body }: Call, exchange: Exchange): unknown {
  const { request, response, fault, stored, world } = exchange
  if (method === 'PUT') {
    const headers = { 'x-amz-meta-sha256': String(request.headers['x-amz-meta-sha256'] ?? '') }
    stored.set(key, { bytes: body, headers, changedAt: new Date() })
    world.objects.set(key, body)
    return fault === 'late' ? response.destroy() : response.writeHead(200).end()
  }
  if (method === 'DELETE') {
    stored.delete(key)
    world.objects.delete(key)
    return fault === 'late' ? response.destroy() : response.writeHead(204).end()
  }
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405, 'MethodNotAllowed')
  if (url.searchParams.get('list-type') === '2')
    return response.writeHead(200).end(listPage(url, stored, world.hidden))
  const found = stored.get(key)
  if (!found) return refuse(response, 404, 'NoSuchKey')
  const headers = { ...found.headers, 'last-modified': found.changedAt.toUTCString() }
  if (method === 'HEAD')
    return response.writeHead(200, { ...headers, 'content-length': found.bytes.length }).end()
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (first !== '') return sendPart(found.bytes, { first, last, headers, response })
  response.writeHead(200, { ...headers, 'content-length': found.bytes.length })
  if (fault !== 'cut') return response.end(fault === 'wrong_bytes' ? flipped(found.bytes) : found.bytes)
  response.write(found.bytes.subarray(0, found.bytes.length / 2))
  return setTimeout(() => response.destroy(), 20)
}

type Part = { readonly first: string; readonly last: string; readonly response: ServerResponse }

/** Query engines read a file in parts. */
function sendPart(
  bytes: Buffer,
  { first, last, headers, response }: Part & { readonly headers: Record<string, string> },
): unknown {
  const end = Math.min(last === '' ? bytes.length : Number(last) + 1, bytes.length)
  if (Number(first) >= end) return refuse(response, 416, 'InvalidRange')
  const part = bytes.subarray(Number(first), end)
  const range = `bytes ${first}-${end - 1}/${bytes.length}`
  return response
    .writeHead(206, { ...headers, 'content-range': range, 'content-length': part.length })
    .end(part)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

function flipped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 1))
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}

function listPage(url: URL, stored: ReadonlyMap<string, Stored>, hidden: ReadonlySet<string>): string {
  const bucket = url.pathname.split('/')[1] ?? ''
  const prefix = `${bucket}/${url.searchParams.get('prefix') ?? ''}`
  const after = url.searchParams.get('continuation-token') ?? ''
  const keys = [...stored.keys()]
    .filter((key) => key.startsWith(prefix) && key > after && !hidden.has(key))
    .sort()
  const page = keys.slice(0, PAGE)
  const contents = page.map((key) => {
    const { bytes, changedAt } = stored.get(key) as Stored
    return `<Contents><Key>${toXml(key.slice(bucket.length + 1))}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const isTruncated = keys.length > PAGE
  const next = isTruncated ? `<NextContinuationToken>${toXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

/** Checks the signature and the hash of the body, and returns the code of the refusal. */
function checkRequest(
  { method = '', headers }: IncomingMessage,
  { url, body, region: own, nowMs }: { url: URL; body: Buffer; region: string; nowMs: number },
): string | null {
  const [, keyId, day = '', region = '', names = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (keyId === undefined) return 'AccessDenied'
  if (keyId !== S3_CREDENTIALS.accessKeyId) return 'InvalidAccessKeyId'
  if (!names.split(';').includes('host') || region !== own) return 'SignatureDoesNotMatch'
  const date = String(headers['x-amz-date'])
  const sentMs = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(sentMs - nowMs) < LONGEST_SKEW_MS)) return 'RequestTimeTooSkewed'
  const payload = String(headers['x-amz-content-sha256'])
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)))
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`)
  const canonical = [method, path.join('/'), query.join('&'), ...lines, '', names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    mac,
    `AWS4${S3_CREDENTIALS.secretAccessKey}`,
  )
  const wanted = mac(key, ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n')).toString('hex')
  if (wanted !== signature) return 'SignatureDoesNotMatch'
  return payload === hash(body) ? null : 'BadDigest'
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function mac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
