// `node bench/replicas.mjs [--seconds 20] [--per-second 20]`: three processes of the built service with a data folder
// each, one PostgreSQL, one object store and a proxy that keeps no client on a replica. Asks through each, cancels
// through another, counts limits together, kills one in an answer, replaces all under load, backs up, restores elsewhere,
// and prints what was seen. Run `pnpm build` before.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { S3_CREDENTIALS, startS3Server } from '../packages/objects/src/testing/s3-server.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'
import { askThroughEach } from './replicas/ask-through-each.mjs'
import { freePorts } from './replicas/free-ports.mjs'
import { killInAnswer } from './replicas/kill-in-answer.mjs'
import { openClient } from './replicas/open-client.mjs'
import { replaceUnderLoad } from './replicas/replace-under-load.mjs'
import { restoreElsewhere } from './replicas/restore-elsewhere.mjs'
import { shareThroughAll } from './replicas/share-through-all.mjs'
import { startProxy } from './replicas/start-proxy.mjs'
import { startReplica } from './replicas/start-replica.mjs'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, 'per-second': { type: 'string', default: '20' } },
})
const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-replicas-'))
const postgres = await startPostgres({ dataDirectory: path.join(folder, 'database') })
const store = await startS3Server()
const [proxyPort = 0, ...ports] = await freePorts(5)
const restorePort = ports.pop() ?? 0
const origin = `http://127.0.0.1:${proxyPort}`
const templatesFile = path.join(folder, 'templates.json')
const offered = {
  provider: 'openai',
  model: 'm',
  base_url: 'https://models.example/v1',
  name: 'Offered',
  description: '',
}
await writeFile(templatesFile, JSON.stringify({ llm_configs: [{ ...offered, params: {} }] }))
const env = {
  PARLEY_TEMPLATES_FILE: templatesFile,
  DATABASE_URL: postgres.url,
  PARLEY_ORIGIN: origin,
  PARLEY_MASTER_KEY: randomBytes(32).toString('base64'),
  PARLEY_BLOBS: 's3://parley/bench',
  AWS_ENDPOINT_URL_S3: store.endpoint,
  AWS_REGION: S3_CREDENTIALS.region,
  AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
}
const start = (/** @type {number} */ port) =>
  startReplica({ port, folder: path.join(folder, `replica-${port}`), env })
/** @type {Map<number, Awaited<ReturnType<typeof start>>>} */
const replicas = new Map()
const proxy = await startProxy({ port: proxyPort, targets: () => [...replicas.keys()] })
let failures = 0

try {
  for (const replica of await Promise.all(ports.map(start))) replicas.set(replica.port, replica)
  say(
    'replicas ready after',
    [...replicas.values()].map(({ readyMs }) => `${(readyMs / 1000).toFixed(1)} s`).join(', '),
  )
  const client = await openClient(origin)
  const world = { client, origin, ports, replicas, start, restorePort, env, folder, say, check, ...numbers() }
  const agentId = await askThroughEach(world)
  await shareThroughAll(world, agentId)
  await killInAnswer(world, agentId)
  await replaceUnderLoad(world, agentId)
  await restoreElsewhere(world, store.endpoint)
} finally {
  for (const replica of replicas.values()) await replica.end('SIGKILL')
  await proxy.close()
  await store.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(failures === 0 ? 'Everything holds.' : `${failures} things do not hold.`)
process.exitCode = failures === 0 ? 0 : 1

function numbers() {
  return { seconds: Number(values.seconds), perSecond: Number(values['per-second']) }
}

/** @param {string} what @param {unknown} seen */
function say(what, seen) {
  console.log(`${what}: ${seen}`)
}

/** @param {string} what @param {boolean} holds @param {unknown} [seen] */
function check(what, holds, seen = '') {
  if (!holds) failures++
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what} ${seen}`)
}
