// A dataset of 1 GiB that this machine has no copy of: the time until it lies in the data folder, whole and on the disk,
// from the object store and by copying the file, rounds interleaved. The store is the one of the tests, in its own
// process on this machine, so the network costs nothing. `PARLEY_BENCH_READ_MIB` changes the size.
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { storedVersions } from '../packages/data/src/index.ts'
import { createEgress } from '../packages/net/src/index.ts'
import { openS3Store } from '../packages/objects/src/index.ts'
import { S3_CREDENTIALS } from '../packages/objects/src/testing/s3-server.ts'
import { median } from './measure-load.mjs'
import { startPeer } from './start-service.mjs'

const ROUNDS = 5
const MEBIBYTES = Number(process.env.PARLEY_BENCH_READ_MIB ?? 1024)
const FILE = `datasets/${'0'.repeat(32)}/00000000-0000-4000-8000-000000000001/table-1.parquet`

const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-cold-read-'))
const peer = await startPeer('object-store.mjs')
const egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [peer.origin] })
try {
  const { send } = egress.for('object_store')
  const store = openS3Store({
    ...S3_CREDENTIALS,
    bucket: 'bench',
    prefix: '',
    endpoint: peer.origin,
    send,
  })
  const original = path.join(folder, 'original')
  await write(original)
  await store.putFile(`data/${FILE}`, original)

  const rounds = []
  for (let round = 0; round <= ROUNDS; round++) {
    const read = await timed(() => readCold(store, path.join(folder, 'cold')))
    const copied = await timed(() => copy(original, path.join(folder, 'copy')))
    if (round > 0) rounds.push({ read, copied })
  }
  const show = (/** @type {'read' | 'copied'} */ side) => {
    const wall = median(rounds.map((round) => round[side].ms))
    return `${(wall / 1000).toFixed(2)} s, ${median(rounds.map((round) => round[side].cpuMs)).toFixed(0)} ms of CPU`
  }
  const ratios = rounds.map(({ read, copied }) => read.ms / copied.ms).sort((one, other) => one - other)
  console.log(`| ${MEBIBYTES} MiB | from the store | by copying | store ÷ copy, median (least to most) |`)
  console.log('|---|---|---|---|')
  const [least = 0] = ratios
  const range = `${least.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`
  console.log(
    `| ${ROUNDS} rounds | ${show('read')} | ${show('copied')} | ${median(ratios).toFixed(2)} (${range}) |`,
  )
} finally {
  await egress.close()
  peer.stop()
  await rm(folder, { recursive: true, force: true })
}

/** @param {string} to */
async function write(to) {
  const file = await open(to, 'w')
  for (let written = 0; written < MEBIBYTES; written++) await file.write(randomBytes(1_048_576))
  await file.sync()
  await file.close()
}

/** @param {import('../packages/objects/src/index.ts').ObjectStore} store @param {string} place */
async function readCold(store, place) {
  const versions = storedVersions({ store, folder: place, maxBytes: MEBIBYTES * 2 * 1_048_576 })
  const held = await versions.hold([FILE])
  if (held.missing.size > 0) throw new Error('The store has no such object.')
  held.release()
  return () => rm(place, { recursive: true })
}

/** @param {string} from @param {string} to */
async function copy(from, to) {
  await copyFile(from, to)
  const file = await open(to, 'r+')
  await file.sync()
  await file.close()
  return () => rm(to)
}

/** @param {() => Promise<() => Promise<void>>} work returns what clears up */
async function timed(work) {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const clear = await work()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  await clear()
  return { ms, cpuMs: (user + system) / 1000 }
}
