import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request as openRequest, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCipher, openInstallationSecrets } from '@parley/core'
import { openDatabase } from '@parley/db'
import { createEmptyDatabase, createTestConfig, createTestUser, useTestDatabase } from '@parley/db/testing'
import { S3_CREDENTIALS, type S3Server, startS3Server } from '@parley/objects/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { freePort } from '../testing/free-port.ts'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { claimDataFolder } from './claim-data-folder.ts'

const SCRIPT = join(import.meta.dirname, '../../../../scripts/doctor.mjs')
const TOKEN = 'a token of the operator'
const Report = z.strictObject({
  status: z.enum(['ok', 'problem']),
  findings: z.array(
    z.strictObject({
      check: z.string(),
      status: z.enum(['ok', 'warning', 'problem', 'skipped']),
      finding: z.string().regex(/[.!?]$/),
      repair: z
        .string()
        .regex(/[.!?]$/)
        .nullable(),
    }),
  ),
})

const database = useTestDatabase()
const masterKey = randomBytes(32)
let folder: string
let shell: TestShell
const closing: (() => unknown)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-doctor-'))
  await chmod(folder, 0o700)
  const secrets = await openInstallationSecrets(database.db, createCipher([masterKey]))
  await claimDataFolder(folder, secrets)
  shell = await openTestShell({ metricsAccess: { token: TOKEN }, proxyHops: 1 })
})
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  await shell.close()
  await rm(folder, { recursive: true, force: true })
})

type Changes = Readonly<Record<string, string | undefined>>

function run(
  changes: Changes,
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PORT: String(shell.port),
    PARLEY_METRICS_TOKEN: TOKEN,
    DATABASE_URL: database.url,
    PARLEY_DATA_DIR: folder,
    PARLEY_MASTER_KEY: masterKey.toString('base64'),
    ...changes,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

/** Runs the command as an operator does. Returns each finding as `check status: finding → repair`. */
async function examine(changes: Changes = {}): Promise<string[]> {
  const { code, stdout, stderr } = await run(changes, ['--json'])
  expect(stderr).toBe('')
  const { status, findings } = Report.parse(JSON.parse(stdout))
  expect(code).toBe(status === 'ok' ? 0 : 1)
  expect(findings.some((finding) => finding.status === 'problem')).toBe(status === 'problem')
  for (const { status: each, repair } of findings)
    if (each === 'problem' || each === 'warning') expect(repair).not.toBeNull()
  return findings.map((each) => `${each.check} ${each.status}: ${each.finding} → ${each.repair}`)
}

async function listen(handle: RequestListener): Promise<string> {
  const server: Server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function openStore(): Promise<S3Server> {
  const store = await startS3Server()
  closing.push(store.close)
  return store
}

/** An address of this machine at which nothing listens. */
async function closedAddress(): Promise<string> {
  return `127.0.0.1:${await freePort()}`
}

async function ask(url: string, ...statements: string[]): Promise<void> {
  const db = openDatabase({ url, poolSize: 1 })
  for (const statement of statements) await db.pool.query(statement)
  await db.close()
}

test('finds nothing wrong with an installation that works, and prints that as text and as JSON', async () => {
  const proxy = await openProxy()
  const found = await examine({ PARLEY_ORIGIN: proxy, PARLEY_PROXY_HOPS: '1' })
  expect(found.filter((line) => !/ ok: |disk warning/.test(line))).toEqual([])
  expect(found.map((line) => line.split(' ')[0])).toEqual(
    expect.arrayContaining([
      'configuration',
      'database',
      'keys',
      'files',
      'clock',
      'disk',
      'egress',
      'proxy',
    ]),
  )
  const { code, stdout } = await run({ PARLEY_ORIGIN: proxy, PARLEY_PROXY_HOPS: '1' }, [])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ok {6}configuration/)
  expect(stdout).toContain('Nothing is wrong.')
})

test('says which variables and files of the configuration are wrong', async () => {
  const templates = join(folder, 'templates.json')
  await writeFile(templates, '{')
  const found = await examine({
    PARLEY_ORIGN: 'https://parley.example',
    PARLEY_API_KEY: 'prl_x',
    PARLEY_MODE: 'public',
    PARLEY_TEMPLATES_FILE: templates,
    PARLEY_METRICS_TOKEN: undefined,
    HOST: '0.0.0.0',
  })
  const text = found.join('\n')
  expect(text).toContain(
    'configuration warning: The service does not read PARLEY_ORIGN. → Did you mean PARLEY_ORIGIN?',
  )
  expect(text).not.toContain('PARLEY_API_KEY')
  expect(text).toContain('which is not https')
  expect(text).toContain('configuration warning: Without PARLEY_METRICS_TOKEN')
  expect(text).toContain('configuration problem: PARLEY_TEMPLATES_FILE: the file is missing or is not JSON.')
  const broken = await examine({ PARLEY_MODE: 'open' })
  expect(broken[0]).toMatch(
    /^configuration problem: The service cannot start\. PARLEY_MODE: .* → Correct this variable/,
  )
  expect(broken.join('\n')).toContain('database ok')
})

test('says why the database cannot be used', async () => {
  const missing = new URL(database.url)
  missing.pathname = '/missing'
  const urls = [`postgresql://parley@${await closedAddress()}/parley`, missing.href, undefined]
  const [away, absent, none] = await Promise.all(
    urls.map(async (DATABASE_URL) => (await examine({ DATABASE_URL })).join('\n')),
  )
  expect(away).toMatch(/database problem: The database cannot be used: .*ECONNREFUSED.* → Start PostgreSQL/)
  expect(away).toContain('clock skipped')
  expect(absent).toMatch(/database problem: .*"missing" does not exist\. → Create the database/)
  expect(none).toContain('database problem: No database is configured')
})

test('says what is wrong with the schema, the role and the clock of the database', async () => {
  const empty = await createEmptyDatabase()
  const role = `doctor_${randomBytes(4).toString('hex')}`
  try {
    const fresh = (await examine({ DATABASE_URL: empty.url })).join('\n')
    expect(fresh).toMatch(/database warning: The schema lacks \d+ migrations .* → Start the service/)
    expect(fresh).toContain('keys ok: A master key is there; the database is new.')
    const name = new URL(empty.url).pathname.slice(1)
    await ask(
      empty.url,
      `CREATE ROLE ${role} LOGIN PASSWORD 'pass'`,
      'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
      'CREATE SCHEMA skewed',
      "CREATE FUNCTION skewed.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT pg_catalog.clock_timestamp() - interval ''70 seconds'''",
      `ALTER DATABASE ${name} SET search_path = skewed, pg_catalog, public`,
      `GRANT USAGE ON SCHEMA skewed TO ${role}`,
    )
    const limited = new URL(empty.url)
    Object.assign(limited, { username: role, password: 'pass' })
    const poor = (await examine({ DATABASE_URL: limited.href })).join('\n')
    expect(poor).toMatch(/database problem: .* may not create tables\. → Grant the role CREATE/)
    expect(poor).toMatch(/clock problem: The clock of this machine is (69|70|71)\.\d s ahead of/)
  } finally {
    await empty.drop()
    await ask(database.url, `DROP ROLE IF EXISTS ${role}`)
  }
  const newer = "('n', 'c', '2999_drop_contract', now(), now(), 1)"
  await ask(
    database.url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES ${newer}`,
  )
  const old = (await examine()).join('\n')
  await ask(database.url, "DELETE FROM _prisma_migrations WHERE id = 'n'")
  expect(old).toMatch(/database problem: This build is too old for the database.* → Start the release/)
})

test('says when keys, secrets and data folder do not belong together', async () => {
  const other = randomBytes(32).toString('base64')
  const [wrong, absent, short] = await Promise.all(
    [other, undefined, 'c2hvcnQ='].map(async (key) => (await examine({ PARLEY_MASTER_KEY: key })).join('\n')),
  )
  expect(wrong).toMatch(
    /keys problem: The configured master key does not open the secrets.* → Set PARLEY_MASTER_KEY/,
  )
  expect(absent).toMatch(/keys problem: The database has secrets, and there is no master key/)
  expect(short).toContain('keys problem: A master key must have at least 32 bytes')

  const [strange, owner] = [join(folder, 'strange'), await createTestUser(database.db)]
  await mkdir(strange, { mode: 0o700 })
  await claimDataFolder(strange, { accessTokenKey: randomBytes(32) })
  const { id } = await createTestConfig(database.db, owner)
  const moved = (await examine({ PARLEY_DATA_DIR: strange })).join('\n')
  await database.db.prisma.llmConfig.delete({ where: { id } })
  expect(moved).toMatch(/keys problem: The data folder .*strange belongs to another database/)
  expect(moved).toContain('keys problem: 1 stored secrets are opened by no configured key. → Add the key')
})

test('writes, reads and removes an object, and says why the object store refuses', async () => {
  const [store, lateStore, fullStore] = [await openStore(), await openStore(), await openStore()]
  lateStore.skewMs = 3_600_000
  fullStore.fault = ({ method }) => (method === 'PUT' ? 'full' : null)
  const look = async (endpoint: string, AWS_SECRET_ACCESS_KEY = S3_CREDENTIALS.secretAccessKey) => {
    const place = { PARLEY_BLOBS: 's3://parley/files', AWS_ENDPOINT_URL_S3: endpoint }
    const { region: AWS_REGION, accessKeyId: AWS_ACCESS_KEY_ID } = S3_CREDENTIALS
    return (await examine({ ...place, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })).join('\n')
  }
  const [works, refused, late, full, gone] = await Promise.all([
    look(store.endpoint),
    look(store.endpoint, 'wrong'),
    look(lateStore.endpoint),
    look(fullStore.endpoint),
    look(`http://${await closedAddress()}`),
  ])
  expect(works).toContain('stores, returns, lists and removes objects.')
  expect(store.objects.size).toBe(0)
  expect(refused).toMatch(
    /files problem: .*refused the credentials\..*SignatureDoesNotMatch.* → Check AWS_ACCESS_KEY_ID/,
  )
  expect(late).toMatch(/files problem: .*refused the time of this machine.* → Set the clock/)
  expect(full).toMatch(/files problem: .*has no space left.* → Free some space/)
  expect(gone).toMatch(/files problem: .* does not answer\. .* → Start the store/)
})

test('says which addresses of the configuration cannot be reached', async () => {
  const [closed, issuer] = [
    await closedAddress(),
    await listen((_, response) => response.end('{"issuer":"other"}')),
  ]
  const found = await examine({
    PARLEY_EGRESS_ALLOW: `model:${closed}`,
    LEDGER_RPC_URL: `http://${closed}`,
    PARLEY_OIDC_ISSUER: issuer,
    PARLEY_OIDC_CLIENT_ID: 'parley',
  })
  const text = found.join('\n')
  expect(text).toMatch(/egress problem: PARLEY_EGRESS_ALLOW=model:127.* cannot be reached: .*ECONNREFUSED/)
  expect(text).toMatch(/egress problem: The ledger node default .* cannot be reached/)
  expect(text).toMatch(
    /egress problem: .*openid-configuration names the issuer other\. → Set PARLEY_OIDC_ISSUER/,
  )
})

type ProxyFaults = {
  readonly buffers?: boolean
  readonly host?: string
  readonly longestBody?: number
  readonly cutsBodies?: boolean
}

/** Opens a proxy in front of the test service. It adds to X-Forwarded-For and has the given faults. */
function openProxy({
  buffers = false,
  host,
  longestBody = Number.POSITIVE_INFINITY,
  cutsBodies = false,
}: ProxyFaults = {}) {
  return listen((request, response) => {
    const { method, url: path, headers, socket } = request
    if (cutsBodies && method === 'POST') {
      request.once('data', () => socket.destroy())
      return
    }
    if (Number(headers['content-length'] ?? 0) > longestBody) {
      response.writeHead(413, { connection: 'close' }).end('<html>413 Request Entity Too Large</html>')
      return
    }
    const forwarded = [headers['x-forwarded-for'], socket.remoteAddress].filter((entry) => entry).join(', ')
    const sent = { ...headers, 'x-forwarded-for': forwarded, ...(host && { host }) }
    const upstream = openRequest({ port: shell.port, method, path, headers: sent })
    upstream.on('response', async (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      if (buffers) response.end(Buffer.concat(await reply.toArray()))
      else reply.pipe(response)
    })
    request.pipe(upstream)
  })
}

test('looks through the proxy: names, client addresses, streams and bodies', async () => {
  const look = async (changes: Changes) => (await examine(changes)).join('\n')
  const bad = await openProxy({ buffers: true, host: 'parley', longestBody: 1_000_000 })
  const [text, cutting, none] = await Promise.all([
    look({ PARLEY_ORIGIN: bad }),
    look({ PARLEY_ORIGIN: await openProxy({ cutsBodies: true }) }),
    look({ PARLEY_PROXY_HOPS: '1' }),
  ])
  expect(text).toMatch(
    /proxy problem: The proxy asks for the name parley,.* → Let the proxy pass the Host header/,
  )
  expect(text).toMatch(/proxy problem: 1 proxies add to X-Forwarded-For, and PARLEY_PROXY_HOPS is 0/)
  expect(text).toMatch(/proxy problem: The proxy holds event streams back .* → Switch buffering off/)
  expect(text).toMatch(/proxy problem: The proxy refuses bodies of 1\.5 MB/)
  expect(cutting).toMatch(/proxy warning: A body of 1\.5 MB was not answered/)
  // Without a proxy, the service believes what the client wrote.
  expect(none).toMatch(/proxy problem: A client can choose its own address.* → Set PARLEY_PROXY_HOPS=0/)
  const [closed, stranger, blind] = await Promise.all([
    look({ PARLEY_ORIGIN: `http://${await closedAddress()}` }),
    look({ PARLEY_ORIGIN: await listen((_, response) => response.end('<html>')) }),
    look({ PARLEY_METRICS_TOKEN: 'another token of 16' }),
  ])
  expect(closed).toMatch(/proxy problem: .* cannot be reached: .*ECONNREFUSED/)
  expect(stranger).toMatch(/proxy problem: .*not as this service does/)
  expect(blind).toMatch(/proxy warning: The service did not accept the token/)
})

const disk = await mkdtemp(join(tmpdir(), 'parley-doctor-disk-'))
// Mounting a file system needs root and a right that many containers lack.
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', disk]).status === 0
afterAll(async () => {
  if (isMounted) spawnSync('umount', [disk])
  await rm(disk, { recursive: true, force: true })
})

describe.runIf(isMounted)('a small disk', () => {
  test('says that a disk is nearly full', async () => {
    const found = (await examine({ PARLEY_DATA_DIR: disk })).join('\n')
    expect(found).toMatch(
      /disk problem: The disk of the data folder .* has only 0\.0 GiB left\. → Free some space/,
    )
  })
})
