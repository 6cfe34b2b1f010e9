// Deliveries of webhooks by two processes' workers to a receiver that fails 1,000 times in six ways: how many arrive, how
// many are lost, out of order, double or wrongly signed, and how many a second. `--runs` sets the number of events, by
// default 500, each for 20 webhooks. Needs no build.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createCheckWebhookUrl } from '../apps/web/src/composition/create-check-webhook-url.ts'
import { createPostWebhook } from '../apps/web/src/composition/create-post-webhook.ts'
import { LIMITS } from '../packages/contract/src/index.ts'
import { createCipher, createWebhook, deliverWebhooks } from '../packages/core/src/index.ts'
import { applyMigrations, createApproval, openDatabase } from '../packages/db/src/index.ts'
import { createEgress } from '../packages/net/src/index.ts'
import { verifyWebhook } from '../packages/sdk/src/index.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '500' } } })
const RUNS = Number(values.runs)
const WEBHOOKS = 20
const TOTAL = RUNS * WEBHOOKS
const FAULTS = TOTAL / 10
const TIMES = { lookMs: 50, firstRetryMs: 20, longestRetryMs: 200 }

/** @type {((response: import('node:http').ServerResponse) => void)[]} */
const KINDS = [
  (response) => response.writeHead(500).end(),
  (response) => response.destroy(),
  (response) => response.writeHead(429, { 'retry-after': '0' }).end(),
  (response) => response.writeHead(302, { location: '/' }).end(),
  (response) => response.writeHead(503).end('x'.repeat(1_000_000)),
  (response) => void setTimeout(() => response.writeHead(500).end(), 100),
]

/** @type {Map<string, { secret: string, steps: number[] }>} */
const hooks = new Map()
let faults = 0
let attempts = 0
let unsigned = 0

const receiver = createServer(async (request, response) => {
  const hook = hooks.get(request.url ?? '')
  const body = await text(request)
  attempts += 1
  const event =
    hook && (await verifyWebhook({ headers: request.headers, body }, hook.secret).catch(() => null))
  if (!event) unsigned += 1
  else if (faults < FAULTS && randomInt(10) < 2) {
    KINDS[faults % KINDS.length]?.(response)
    faults += 1
    return
  } else if (event.type === 'run.waiting') hook?.steps.push(event.data.step_id)
  response.writeHead(204).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')

const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'))
const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data') })
await applyMigrations(postgres.url, path.join(import.meta.dirname, '../prisma/migrations'))
const db = openDatabase({ url: postgres.url, poolSize: 20 })
const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
const deps = {
  db,
  cipher: createCipher([randomBytes(32)]),
  origin: 'http://parley.test',
  checkWebhookUrl: createCheckWebhookUrl(egress),
  postWebhook: createPostWebhook(egress),
  limits: { quotas: LIMITS.perUser },
  now: () => new Date(),
}
try {
  await measure()
} finally {
  await egress.close()
  await db.close()
  await postgres.stop()
  receiver.closeAllConnections()
  receiver.close()
  for (const used of [postgres.folder, folder]) await rm(used, { recursive: true, force: true })
}

async function measure() {
  const { rows } = await db.pool.query('insert into users default values returning id')
  const owner = rows[0].id
  for (let index = 0; index < WEBHOOKS; index += 1) {
    const url = `http://127.0.0.1:${Object(receiver.address()).port}/${index}`
    const { secret } = await createWebhook(deps, owner, { name: 'B', url, events: ['run.waiting'] })
    hooks.set(`/${index}`, { secret: secret.reveal(), steps: [] })
  }
  const startedAt = performance.now()
  const workers = [1, 2].map(() => deliverWebhooks(deps, console.error, TIMES))
  const call = { toolServerId: 's', toolName: 't', argumentsCipher: randomBytes(16) }
  for (let stepId = 1; stepId <= RUNS; stepId += 1)
    await createApproval(db, owner, { ...call, runId: randomUUID(), stepId })
  while ((await countPending()) > 0) await new Promise((resolve) => setTimeout(resolve, 200))
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.all(workers.map((worker) => worker.close()))
  report(seconds)
}

async function countPending() {
  const { rows } = await db.pool.query(
    `select count(*)::int as pending from webhook_deliveries where status = 'pending'`,
  )
  return rows[0].pending
}

/** @param {number} seconds */
function report(seconds) {
  const lists = [...hooks.values()].map(({ steps }) => steps)
  const lost = lists.reduce((sum, steps) => sum + RUNS - new Set(steps).size, 0)
  const double = lists.reduce((sum, steps) => sum + steps.length - new Set(steps).size, 0)
  const swapped = lists.filter((steps) => steps.some((step, index) => step < (steps[index - 1] ?? 0))).length
  console.log(
    `${TOTAL} deliveries, ${faults} faults, ${attempts} attempts in ${seconds.toFixed(1)} s (${Math.round(TOTAL / seconds)} a second)`,
  )
  console.log(`lost ${lost}, double ${double}, unsigned ${unsigned}, webhooks out of order ${swapped}`)
  if (lost + unsigned + swapped > 0) process.exitCode = 1
}
