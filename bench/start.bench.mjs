// A start of the service on a new installation, and one with modules that an earlier start compiled: CPU and time to its
// first line, and the memory of the service and its children when it has nothing to do. `--engine` leaves out the console
// and needs no build.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from './measure-load.mjs'
import { cpuSeconds, startEngine, startService, treeMemory } from './start-service.mjs'

const { values: options } = parseArgs({
  options: { engine: { type: 'boolean' }, rounds: { type: 'string', default: '3' } },
})
const start = options.engine ? startEngine : startService
/** The follower of the ledger has then copied its blocks. */
const IDLE_MS = 12_000

const starts = { first: [], second: [] }
for (let round = 0; round < Number(options.rounds); round++) {
  const cache = await mkdtemp(path.join(os.tmpdir(), 'parley-compiled-'))
  starts.first.push(await measure(cache))
  starts.second.push(await measure(cache))
  await rm(cache, { recursive: true })
}

console.log('| start | CPU to listening, s | time to listening, s | memory, MiB | shared pages once, MiB |')
console.log('|---|---|---|---|---|')
for (const [name, rounds] of Object.entries(starts)) {
  const of = (key, digits) => {
    const values = rounds.map((round) => round[key])
    const range = `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`
    return `${median(values).toFixed(digits)} (${range})`
  }
  console.log(`| ${name} | ${of('cpu', 2)} | ${of('wall', 2)} | ${of('resident', 0)} | ${of('shared', 0)} |`)
}
console.log(`\nload ${os.loadavg()[0]?.toFixed(1)}`)

/** @param {string} cache the folder for compiled modules */
async function measure(cache) {
  const service = await start({ env: { NODE_COMPILE_CACHE: cache } })
  try {
    const cpu = await cpuSeconds(service.pid)
    await sleep(IDLE_MS)
    return { cpu, wall: service.startMs / 1000, ...(await treeMemory(service.pid)) }
  } finally {
    await service.stop()
  }
}
