import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetadataStore, createSandbox } from '@parley/data'
import { useTestDatabase } from '@parley/db/testing'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { createDataDeps } from './data-deps.ts'
import { retiredVersions } from './retired-versions.ts'

let shell: TestShell
let mallory: string
let bob: string
const shop = useTestDatabase()
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-statements-'))
  const sandbox = await createSandbox({ tempFolder: folder, warm: ['sql'] })
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  const metadata = createMetadataStore({ folder })
  shell = await openTestShell()
  Object.assign(shell.deps, {
    data: createDataDeps({ sandbox, egress, metadata, folder, retired: retiredVersions(shell.deps.db) }),
  })
  closing.push(
    () => shell.close(),
    () => sandbox.close(),
    () => egress.close(),
    () => rm(folder, { recursive: true, force: true }),
  )
  mallory = await shell.signIn()
  bob = await shell.signIn()
  await connectShop(mallory)
  await shell.call('POST', '/data_source', { token: bob, body: { sample: 'stocks' } })
})
afterAll(async () => {
  for (const close of closing) await close()
})

async function connectShop(token: string): Promise<void> {
  const { hostname: host, port, pathname, username: user, password } = new URL(shop.url)
  const connection = {
    kind: 'postgresql',
    host,
    port: Number(port),
    database: pathname.slice(1),
    user,
    password,
  }
  await shell.call('POST', '/data_source', { token, body: { name: 'shop', connection } })
  await shell.call('POST', '/data_source', { token, body: { sample: 'stocks' } })
}

async function query(token: string, sql: string): Promise<number> {
  const reply = await shell.fetch('POST', '/api/trpc/dataSource.query', { token, body: { sql } })
  await reply.text()
  return reply.status
}

/** Repeats a text up to about this many characters. */
function repeated(part: string, characters: number): string {
  return part.repeat(Math.floor(characters / part.length))
}

const SHAPES: readonly [string, string, string][] = [
  ['definitions inside definitions', 'WITH ', 'a('],
  ['definitions side by side', 'WITH ', 'a(b) AS (SELECT 1), '],
  ['brackets', 'SELECT ', '('],
  ['square brackets', 'SELECT ', '['],
  ['tables side by side', 'SELECT 1 FROM stocks', ', stocks'],
  ['qualified tables side by side', 'SELECT 1 FROM stocks.stocks', ', stocks.stocks'],
  ['one long dotted name', 'SELECT 1 FROM a', '.a'],
  ['dotted columns', 'SELECT 1 FROM stocks.stocks WHERE 1 IN (1', ', stocks.stocks.price'],
  ['nested comments', 'SELECT 1 ', '/*'],
  ['comments that end early', 'SELECT 1 ', '/*/'],
  ['dashes', 'SELECT 1 ', '--'],
  ['quotes', 'SELECT ', "'"],
  ['double quotes', 'SELECT ', '"'],
  ['dollar quotes', 'SELECT ', '$a$b'],
  ['dollars', 'SELECT ', '$'],
  ['backslashes', "SELECT E'", '\\'],
  ['semicolons', 'SELECT 1', ';'],
  ['white space', 'SELECT', ' \n\t'],
  ['unions', 'SELECT 1', ' UNION SELECT 1'],
  ['subqueries', 'SELECT * FROM ', '(SELECT * FROM '],
]

test.each(SHAPES)(
  'a long statement of %s delays no other user',
  async (_what, start, part) => {
    const texts = [99_000, 199_000].map((characters) => start + repeated(part, characters))
    const hostile = Promise.all(texts.map((sql) => query(mallory, sql)))
    const begun = performance.now()
    const before = process.threadCpuUsage()
    const health = await shell.fetch('GET', '/healthz')
    const { user, system } = process.threadCpuUsage(before)
    expect(health.status).toBe(200)
    expect(await query(bob, 'SELECT count(*) FROM stocks')).toBe(200)
    const answeredMs = performance.now() - begun
    for (const status of await hostile) expect([200, 400]).toContain(status)
    // The bounds detect a frozen service, not a slow one: other tests may load the machine. The first one limits
    // the CPU time that the service takes before it answers /healthz.
    expect((user + system) / 1000).toBeLessThan(2000)
    expect(answeredMs).toBeLessThan(10_000)
  },
  60_000,
)
