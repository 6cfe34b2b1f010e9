// What a call leaves to the collections of the whole heap: bytes that outlived two collections of new objects, by the function
// that made them. A call that has ended should leave nearly nothing (docs/decisions/0159).
//
//   node bench/promoted.bench.mjs [--seconds 8] [--release <folder>]
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CALLS, IDLE_MS, prepareCalls, prepareTurns, TURNS } from './memory/loads.mjs'
import { readParts } from './memory/read-parts.mjs'
import { startPeer, startService } from './start-service.mjs'

const { values: options } = parseArgs({
  options: { release: { type: 'string' }, seconds: { type: 'string', default: '8' } },
})
const SECONDS = Number(options.seconds)
const SHOWN = 8
const KIB = 1024

const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-promoted-'))
const reporter = path.join(import.meta.dirname, 'memory/report-promoted.mjs')
const env = { NODE_OPTIONS: `--import ${reporter}`, BENCH_MEMORY_FOLDER: folder }

console.log('| work | answered | KiB of each that stayed | memory, MiB | made most of it, KiB of each |')
console.log('| --- | --- | --- | --- | --- |')
await measure(`${CALLS} model calls at once`, { peer: ['zero-latency-model.mjs', []], prepare: prepareCalls })
await measure(`${TURNS} turns at once`, {
  peer: ['tool-calling-model.mjs', ['--chart']],
  prepare: prepareTurns,
})
await rm(folder, { recursive: true })
console.log(`\nload ${os.loadavg()[0]?.toFixed(1)}`)

async function measure(name, { peer, prepare }) {
  const model = await startPeer(...peer)
  const service = await startService({ env, release: options.release })
  try {
    const ask = await prepare(service, model, SECONDS)
    await sleep(IDLE_MS)
    await ask()
    const server = await readServer(service.pid)
    process.kill(server.pid, 'SIGUSR2')
    const { count, failures } = await ask()
    if (failures > 0) throw new Error(`${failures} of ${count} failed`)
    const kib = (bytes) => (bytes / KIB / count).toFixed(2)
    const promoted = await readPromoted(server.pid)
    const sum = promoted.reduce((total, [, bytes]) => total + bytes, 0)
    const most = promoted.slice(0, SHOWN).map(([made, bytes]) => `${made} ${kib(bytes)}`)
    const { resident } = await readServer(service.pid)
    console.log(`| ${name} | ${count} | ${kib(sum)} | ${resident.toFixed(0)} | ${most.join(', ')} |`)
  } finally {
    await service.stop()
    model.stop()
  }
}

async function readServer(pid) {
  const server = (await readParts(pid)).find(({ part }) => part === 'server')
  if (!server) throw new Error('The service runs no server.')
  return server
}

async function readPromoted(pid) {
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    const text = await readFile(path.join(folder, `${pid}.json`), 'utf8').catch(() => null)
    if (text !== null) return JSON.parse(text)
    await sleep(20)
  }
}
