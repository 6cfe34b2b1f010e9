// Where the memory goes: the built service and its children when they have nothing to do, under 64 model calls at once, and
// under 16 turns at once with metadata, SQL and a chart. For each process what is resident and what is mapped from files,
// and for the server what V8 holds. `--release <folder>` measures an unpacked archive, also an older one.
//
//   node bench/memory-parts.bench.mjs [--release <folder>] [--seconds 20]
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CALLS, IDLE_MS, prepareCalls, prepareTurns, TURNS } from './memory/loads.mjs'
import { readHeap, readParts } from './memory/read-parts.mjs'
import { startPeer, startService } from './start-service.mjs'

const { values: options } = parseArgs({
  options: { release: { type: 'string' }, seconds: { type: 'string', default: '20' } },
})
const SECONDS = Number(options.seconds)
const SAMPLE_MS = 1_000
const STARTER_MIB = 10
const MIB = 1_048_576

const heapFolder = await mkdtemp(path.join(os.tmpdir(), 'parley-heap-'))
const reporter = path.join(import.meta.dirname, 'memory/report-heap.mjs')
const env = { NODE_OPTIONS: `--import ${reporter}`, BENCH_MEMORY_FOLDER: heapFolder }
const loads = {
  'nothing to do': null,
  [`${CALLS} model calls at once`]: prepareCalls,
  [`${TURNS} turns at once`]: prepareTurns,
}

const HEAD = [
  '',
  'answered',
  'server',
  'files',
  'V8 used',
  'V8 in all',
  'external',
  'code',
  'children',
  'others',
]
print([...HEAD, 'all', 'shared once'])
print(Array(HEAD.length + 2).fill('---'))
for (const [name, load] of Object.entries(loads)) {
  const model = await startPeer(load === prepareTurns ? 'tool-calling-model.mjs' : 'zero-latency-model.mjs', [
    '--chart',
  ])
  const service = await startService({ env, release: options.release })
  try {
    const ask = await load?.(service, model, SECONDS)
    if (!ask) await sleep(IDLE_MS)
    if (ask) report(name, await sampleWhile(service.pid, ask))
    else report(name, { ...(await sample(service.pid)), count: '–' })
  } finally {
    await service.stop()
    model.stop()
  }
}
await rm(heapFolder, { recursive: true })
console.log(`\nMiB, load ${os.loadavg()[0]?.toFixed(1)}`)

/** Returns the sample in which all processes together held most. */
async function sampleWhile(pid, ask) {
  let isAsking = true
  const asking = ask().finally(() => {
    isAsking = false
  })
  let most = await sample(pid)
  while (isAsking) {
    await sleep(SAMPLE_MS)
    const next = await sample(pid)
    if (sum(next.parts, 'resident') > sum(most.parts, 'resident')) most = next
  }
  const { count, failures } = await asking
  if (failures > 0) throw new Error(`${failures} of ${count} failed`)
  return { ...most, count }
}

async function sample(pid) {
  const parts = await readParts(pid)
  const server = parts.find(({ part }) => part === 'server')
  if (!server) throw new Error('The service runs no server.')
  return { parts, server, heap: await readHeap(server.pid, heapFolder) }
}

function report(name, { parts, server, heap, count }) {
  const children = parts.filter(({ part }) => part.startsWith('child'))
  const others = parts.filter(({ part }) => part === 'others')
  const inMiB = (bytes) => (bytes / MIB).toFixed(0)
  print([
    name,
    count,
    server.resident.toFixed(0),
    server.files.toFixed(0),
    inMiB(heap.heapUsed),
    inMiB(heap.heapTotal),
    inMiB(heap.external),
    inMiB(heap.code),
    describeChildren(children),
    others.map(({ resident }) => resident.toFixed(0)).join(', ') || '–',
    sum(parts, 'resident').toFixed(0),
    sum(parts, 'shared').toFixed(0),
  ])
}

/** Counts each child once, without the small processes that start it. The MiB include them. */
function describeChildren(children) {
  const kinds = Map.groupBy(children, ({ part }) => part.slice('child for '.length))
  const texts = [...kinds].map(([kind, all]) => {
    const count = all.filter(({ resident }) => resident > STARTER_MIB).length
    return `${count} ${kind} ${sum(all, 'resident').toFixed(0)}`
  })
  return texts.join(', ')
}

function sum(parts, key) {
  return parts.reduce((total, part) => total + part[key], 0)
}

function print(cells) {
  console.log(`| ${cells.join(' | ')} |`)
}
