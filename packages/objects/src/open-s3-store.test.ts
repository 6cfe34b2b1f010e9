import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress } from '@parley/net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ObjectStore, openS3Store, parseStoreAddress, type StoredObject } from './index.ts'
import { type Fault, S3_CREDENTIALS, type S3Server, startS3Server } from './testing/s3-server.ts'

let server: S3Server
let store: ObjectStore
let folder: string
const PAUSES = [1, 1, 1]
const egressOf = () =>
  createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [server.endpoint] })
let egress: ReturnType<typeof egressOf>

function open(overrides: Partial<Parameters<typeof openS3Store>[0]> = {}): ObjectStore {
  return openS3Store({
    ...S3_CREDENTIALS,
    ...parseStoreAddress('s3://parley-files/one'),
    endpoint: server.endpoint,
    send: egress.for('object_store').send,
    pausesMs: PAUSES,
    ...overrides,
  })
}

beforeAll(async () => {
  server = await startS3Server()
  egress = egressOf()
  store = open()
  folder = await mkdtemp(join(tmpdir(), 'parley-objects-'))
})
afterEach(() => {
  server.fault = () => null
  server.skewMs = 0
})
afterAll(async () => {
  await egress.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Lets the first so many requests fail. */
function failFirst(count: number, fault: Fault) {
  let left = count
  server.fault = () => (left-- > 0 ? fault : null)
}

const place = () => join(folder, randomUUID())

/** A matcher would compare megabytes as objects with a property for each byte, which takes seconds. */
function hashOf(bytes: Buffer | null | undefined): string | undefined {
  return bytes ? createHash('sha256').update(bytes).digest('hex') : undefined
}

test('an object comes back byte for byte, under any name', async () => {
  const bytes = randomBytes(3_000_000)
  for (const key of ['data/a b+c/ü&<%41>.parquet', "blobs/it's (1)!*.png"]) {
    await store.putBytes(key, bytes)
    expect(hashOf(await store.getBytes(key))).toBe(hashOf(bytes))
    const copy = place()
    expect(await store.getFile(key, copy)).toBe(bytes.length)
    expect(hashOf(await readFile(copy))).toBe(hashOf(bytes))
    expect(hashOf(server.objects.get(`parley-files/one/${key}`))).toBe(hashOf(bytes))
    await store.remove(key)
    await store.remove(key)
    expect(await store.getBytes(key)).toBeNull()
    expect(await store.getFile(key, place())).toBeNull()
  }
})

test('a file is sent as a stream, and an empty one is stored too', async () => {
  const [large, empty] = [place(), place()]
  await writeFile(large, randomBytes(8_000_000))
  await writeFile(empty, '')
  await store.putFile('large', large)
  await store.putFile('empty', empty)
  expect(hashOf(await store.getBytes('large'))).toBe(hashOf(await readFile(large)))
  expect(await store.getBytes('empty')).toEqual(Buffer.alloc(0))
})

test('lists every object below a prefix over several pages, and none of another prefix', async () => {
  const other = open(parseStoreAddress('s3://parley-files/two'))
  await other.putBytes('list/elsewhere', Buffer.from('x'))
  const keys = Array.from({ length: 250 }, (_, index) => `list/${String(index).padStart(3, '0')}&`)
  for (const key of keys) await store.putBytes(key, Buffer.from(key))
  const listed: StoredObject[] = []
  for await (const object of store.list('list/')) listed.push(object)
  expect(listed.map(({ key }) => key)).toEqual(keys)
  expect(listed[0]).toMatchObject({ bytes: 9, changedAt: expect.any(Date) })
})

describe('an attempt is repeated and succeeds', () => {
  test.each<Fault>(['away', 'busy', 'late', 'cut'])(
    'when a write meets a store that is %s',
    async (fault) => {
      failFirst(2, fault)
      const key = randomUUID()
      await store.putBytes(key, Buffer.from('whole'))
      expect(await store.getBytes(key)).toEqual(Buffer.from('whole'))
    },
  )

  test.each<Fault>(['away', 'busy', 'cut', 'wrong_bytes'])('when a read meets %s', async (fault) => {
    const key = randomUUID()
    await store.putBytes(key, randomBytes(500_000))
    const copy = place()
    failFirst(2, fault)
    expect(await store.getFile(key, copy)).toBe(500_000)
    failFirst(2, fault)
    expect(hashOf(await store.getBytes(key))).toBe(hashOf(await readFile(copy)))
  })
})

describe('says in a sentence what the operator must do', () => {
  const failing = async (work: Promise<unknown>, message: string) => {
    await expect(work).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(message),
    })
  }

  test('when the store does not answer, and leaves no file', async () => {
    const copy = place()
    await store.putBytes('kept', Buffer.from('kept'))
    failFirst(99, 'cut')
    await failing(store.getFile('kept', copy), 'does not answer. Try again in a minute.')
    expect(existsSync(copy)).toBe(false)
    failFirst(99, 'away')
    await failing(store.putBytes('x', Buffer.from('x')), 'does not answer')
  })

  test('when the store has no space, the credentials are wrong or a clock is wrong, with one attempt', async () => {
    failFirst(99, 'full')
    const before = server.seen.length
    await failing(store.putBytes('x', Buffer.from('x')), 'has no space left')
    expect(server.seen.length).toBe(before + 1)
    server.fault = () => null
    await failing(open({ secretAccessKey: 'wrong' }).getBytes('kept'), 'refused the credentials')
    server.skewMs = 3_600_000
    await failing(store.getBytes('kept'), 'set its clock')
  })

  test('when its address is not one that the operator configured', async () => {
    await failing(open({ endpoint: 'http://127.0.0.1:9' }).getBytes('kept'), 'does not answer')
  })
})

test('an upload that is cut off in its middle leaves no object', async () => {
  const file = place()
  await writeFile(file, randomBytes(3_000_000))
  failFirst(99, 'cut')
  await expect(store.putFile('half', file)).rejects.toMatchObject({ code: 'unavailable' })
  server.fault = () => null
  expect(await store.getBytes('half')).toBeNull()
})

test('a store that takes requests and answers none is given up, instead of being waited for at each attempt', async () => {
  const limits = { object_store: { firstByteMs: 200 } }
  const impatient = createEgress({
    mode: 'public',
    allow: [],
    ownPorts: [],
    operatorUrls: [server.endpoint],
    limits,
  })
  const { send } = impatient.for('object_store')
  const silent = open({ send, attemptsMs: 100 })
  server.fault = () => 'silent'
  const before = server.seen.length
  await expect(silent.getBytes('kept')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The object store does not answer. Try again in a minute.',
  })
  expect(server.seen.length).toBe(before + 1)
  await impatient.close()
})

test('a read that its caller gave up ends at once', async () => {
  await store.putBytes('slow', Buffer.from('slow'))
  server.fault = () => 'slow'
  const reason = new Error('gone')
  await expect(store.getFile('slow', place(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test.each([
  ['s3://bucket', { bucket: 'bucket', prefix: '' }],
  ['s3://my-bucket/', { bucket: 'my-bucket', prefix: '' }],
  ['s3://my.bucket/a/b/', { bucket: 'my.bucket', prefix: 'a/b/' }],
])('reads the address %s', (text, address) => {
  expect(parseStoreAddress(text)).toEqual(address)
})

test.each([
  'bucket',
  's3://',
  's3://Upper',
  's3://b/a',
  's3://bucket/../x',
  's3://bucket/a b',
  'http://bucket/a',
])('refuses the address %s with a sentence', (text) => {
  expect(() => parseStoreAddress(text)).toThrow(/^(must be s3:|has a prefix)/)
})
