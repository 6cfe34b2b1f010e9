// `node bench/replicas.mjs [--release <folder>] [--previous <folder>] [--only <parts>] [--seconds 20] [--per-second 20]`: three replicas
// with a data folder each, one PostgreSQL, one object store and a proxy that keeps no client on a replica. Uploads a file and
// asks about it through each, compares three replicas with one, approves and cancels through another, counts limits
// together, kills one in the middle of an answer and one in the middle of an upload, upgrades all under load, backs up, wipes
// and restores, and prints what was seen.
// `--release` runs the unpacked archive of a release with its own Node.js, and its commands; without it this clone runs,
// which needs `pnpm build`. `--previous` is the release that is upgraded; without it replicas are replaced by themselves.
// `--only compare,replace` runs these parts after the upload; the names are those of PARTS.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { S3_CREDENTIALS, startS3Server } from '../packages/objects/src/testing/s3-server.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'
import { approveThroughAnother } from './replicas/approve-through-another.mjs'
import { askAboutFile, askThroughEach } from './replicas/ask-through-each.mjs'
import { compareWithOne } from './replicas/compare-with-one.mjs'
import { freePorts } from './replicas/free-ports.mjs'
import { startHeldModel } from './replicas/held-model.mjs'
import { openInstallation } from './replicas/installation.mjs'
import { killInAnswer } from './replicas/kill-in-answer.mjs'
import { killInUpload } from './replicas/kill-in-upload.mjs'
import { openClient } from './replicas/open-client.mjs'
import { replaceUnderLoad } from './replicas/replace-under-load.mjs'
import { shareThroughAll } from './replicas/share-through-all.mjs'
import { startProxy } from './replicas/start-proxy.mjs'
import { startReplica } from './replicas/start-replica.mjs'
import { startToolServer } from './replicas/start-tool-server.mjs'
import { wipeAndRestore } from './replicas/wipe-and-restore.mjs'

const { values } = parseArgs({
  options: {
    release: { type: 'string' },
    previous: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '20' },
  },
})
/** In this order. The restore comes last: it has another database. */
const PARTS = {
  compare: compareWithOne,
  share: shareThroughAll,
  approve: approveThroughAnother,
  'kill-answer': killInAnswer,
  'kill-upload': killInUpload,
  replace: replaceUnderLoad,
  restore: wipeAndRestore,
}
const chosen = values.only?.split(',') ?? Object.keys(PARTS)
const unknown = chosen.find((name) => !(name in PARTS))
if (unknown) throw new Error(`There is no part ${unknown}. Name one of ${Object.keys(PARTS).join()}.`)
const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-replicas-'))
const current = openInstallation(values.release)
let installation = values.previous ? openInstallation(values.previous) : current
/** The restore replaces it. */
const database = { current: await startPostgres({ dataDirectory: path.join(folder, 'database') }) }
const model = await startHeldModel()
const toolServer = await startToolServer(folder)
const store = await startS3Server()
const [proxyPort = 0, ...ports] = await freePorts(4)
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
  PARLEY_CATALOG_FILE: toolServer.catalogFile,
  DATABASE_URL: database.current.url,
  PARLEY_ORIGIN: origin,
  PARLEY_MASTER_KEY: randomBytes(32).toString('base64'),
  PARLEY_BLOBS: 's3://parley/bench',
  AWS_ENDPOINT_URL_S3: store.endpoint,
  AWS_REGION: S3_CREDENTIALS.region,
  AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
}
/** @type {Set<ReturnType<typeof startReplica>>} */
const started = new Set()
const start = (/** @type {number} */ port) => {
  const starting = startReplica({ port, folder: path.join(folder, `replica-${port}`), env, installation })
  started.add(starting)
  return starting
}
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
  const upgrade = () => {
    installation = current
  }
  const shared = { client, origin, ports, replicas, start, upgrade, installation: () => installation }
  const world = { ...shared, model, toolServer, store, env, folder, database, say, check, ...numbers() }
  say('replicas run', installation.name)
  const agentId = await askThroughEach(world)
  await askAboutFile(world, agentId, 'of the first release')
  for (const [name, part] of Object.entries(PARTS)) if (chosen.includes(name)) await part(world, agentId)
} finally {
  for (const outcome of await Promise.allSettled(started))
    if (outcome.status === 'fulfilled') await outcome.value.end('SIGKILL')
  await proxy.close()
  model.stop()
  await toolServer.close()
  await store.close()
  await database.current.stop()
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
