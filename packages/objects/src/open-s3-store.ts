import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAppError, isDiskFull } from '@parley/errors'
import type { EgressClient, EgressReply } from '@parley/net'
import { AwsV4Signer } from 'aws4fetch'
import { readPage } from './list-page.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'
import type { StoreAddress } from './store-address.ts'
import { readRefusal, storeAway } from './store-error.ts'

export type S3Options = StoreAddress & {
  /** The address of the store, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  readonly send: EgressClient['send']
  /** Milliseconds before each further attempt. */
  readonly pausesMs?: readonly number[]
  /** No attempt begins after this time. */
  readonly attemptsMs?: number
}

type S3Request = {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Hex; of the body. */
  readonly sha256?: string
  /** Called for each attempt, because a stream can be sent only once. */
  readonly body?: () => Uint8Array | ReturnType<typeof createReadStream>
  readonly signal?: AbortSignal | undefined
}

const NO_BODY = createHash('sha256').digest('hex')
const PAUSES_MS = [200, 800, 2_400]
/** Without this limit, a caller would wait four times for a store that takes requests and does not answer. */
const ATTEMPTS_MS = 30_000
/** Holds the hash with which a read is compared. */
const HASH_HEADER = 'x-amz-meta-sha256'

/**
 * Opens an S3-compatible object store with requests of Signature Version 4 and addresses of the form
 * `endpoint/bucket/key`. The store checks the hash of every write, and every read is compared with the hash of its write.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
export function openS3Store(options: S3Options): ObjectStore {
  const send = (request: S3Request) => sendSigned(request, options)
  const attempt = <Result>(work: () => Promise<Result>) => withRetries(work, options)

  async function put(key: string, content: Pick<S3Request, 'sha256' | 'body'> & { readonly bytes: number }) {
    const headers = { 'content-length': String(content.bytes), [HASH_HEADER]: content.sha256 ?? NO_BODY }
    await attempt(async () => {
      const reply = await send({ method: 'PUT', key, headers, ...content })
      if (reply.status !== 200) throw await readRefusal(reply)
      await reply.body.text()
    })
  }

  return {
    async putBytes(key, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await put(key, { bytes: bytes.byteLength, sha256, body: () => bytes })
    },
    async putFile(key, path) {
      const { size } = await stat(path)
      await put(key, { bytes: size, sha256: await hashOf(path), body: () => createReadStream(path) })
    },
    getBytes: (key) =>
      attempt(async () => {
        const reply = await readObject(await send({ method: 'GET', key }))
        if (reply === null) return null
        const pieces: Uint8Array[] = []
        for await (const piece of checked(reply)) pieces.push(piece)
        return Buffer.concat(pieces)
      }),
    getFile: (key, path, { signal, admit } = {}) =>
      attempt(async () => {
        const reply = await readObject(await send({ method: 'GET', key, signal }))
        if (reply === null) return null
        try {
          await admit?.(Number(reply.headers['content-length'] ?? 0))
          await pipeline(checked(reply), createWriteStream(path, { flags: 'wx', mode: 0o400, flush: true }))
          return (await stat(path)).size
        } catch (error) {
          reply.body.cancel()
          await rm(path, { force: true })
          throw error
        }
      }),
    remove: (key) =>
      attempt(async () => {
        const reply = await send({ method: 'DELETE', key })
        if (reply.status !== 204 && reply.status !== 200 && reply.status !== 404)
          throw await readRefusal(reply)
        await reply.body.text()
      }),
    list: (prefix) => list(prefix, { prefix: options.prefix, send, attempt }),
  }
}

async function* list(
  prefix: string,
  store: {
    readonly prefix: string
    readonly send: (request: S3Request) => Promise<EgressReply>
    readonly attempt: <Result>(work: () => Promise<Result>) => Promise<Result>
  },
): AsyncGenerator<StoredObject, void, void> {
  let next: string | null = null
  do {
    const query: Record<string, string> = { 'list-type': '2', prefix: store.prefix + prefix }
    if (next !== null) query['continuation-token'] = next
    const page = await store.attempt(async () => {
      const reply = await store.send({ method: 'GET', key: '', query })
      if (reply.status !== 200) throw await readRefusal(reply)
      return readPage(await reply.body.text())
    })
    for (const object of page.objects) yield { ...object, key: object.key.slice(store.prefix.length) }
    next = page.next
  } while (next !== null)
}

/** Null for a missing object. */
async function readObject(reply: EgressReply): Promise<EgressReply | null> {
  if (reply.status === 200) return reply
  if (reply.status !== 404) throw await readRefusal(reply)
  const refusal = await readRefusal(reply)
  // A missing bucket must not look like missing files.
  if (refusal.message.includes('bucket')) throw refusal
  return null
}

/** The bytes of an object. Throws at the end when they are not those that were stored. */
async function* checked({ headers, body }: EgressReply): AsyncGenerator<Uint8Array, void, void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of body) {
    hash.update(piece)
    bytes += piece.byteLength
    yield piece
  }
  const expected = headers[HASH_HEADER]
  const isWhole = headers['content-length'] === undefined || Number(headers['content-length']) === bytes
  if (isWhole && (expected === undefined || expected === hash.digest('hex'))) return
  throw storeAway(new Error('The object store sent other bytes than were stored.'))
}

async function sendSigned(request: S3Request, options: S3Options): Promise<EgressReply> {
  const { method, key, query = {}, headers = {}, sha256 = NO_BODY, body, signal } = request
  const path = `${options.bucket}/${key === '' ? '' : options.prefix + key}`
  const search = new URLSearchParams(query).toString().replaceAll('+', '%20')
  const address = `${options.endpoint.replace(/\/+$/, '')}/${path.split('/').map(encodeKey).join('/')}`
  const signed = await new AwsV4Signer({
    ...options,
    service: 's3',
    method,
    url: search === '' ? address : `${address}?${search}`,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
  }).sign()
  return options.send(signed.url.href, {
    method,
    headers: { ...Object.fromEntries(signed.headers), ...headers, 'accept-encoding': 'identity' },
    body: body?.(),
    signal,
    redirect: 'error',
  })
}

/** Encodes all characters but the unreserved ones of RFC 3986, as the signature requires. */
function encodeKey(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

async function withRetries<Result>(
  work: () => Promise<Result>,
  { pausesMs = PAUSES_MS, attemptsMs = ATTEMPTS_MS }: Pick<S3Options, 'pausesMs' | 'attemptsMs'>,
): Promise<Result> {
  const startedMs = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const failure = asStoreFailure(error)
      const pauseMs = pausesMs[attempt]
      const isLate = performance.now() - startedMs > attemptsMs
      if (!isAppError(failure) || !failure.isRetryable || pauseMs === undefined || isLate) throw failure
      // Replicas that failed together must not come back together.
      await sleep(pauseMs * (0.5 + Math.random()))
    }
  }
}

function asStoreFailure(error: unknown): unknown {
  if (!isAppError(error)) return isDiskFull(error) || !isNetworkFailure(error) ? error : storeAway(error)
  const isFromConnection = error.code === 'upstream_failed' || error.code === 'upstream_timeout'
  return isFromConnection ? storeAway(error) : error
}

function isNetworkFailure(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(UND_ERR|ECONN|EPIPE|ETIMEDOUT)/.test(String(error.code))
  )
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
