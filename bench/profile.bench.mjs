// What the main thread of the service does for a call or a turn, in microseconds by package: a sampling profile of a service
// that has answered `--warm` seconds before. Needs no build. The start of the profiler and the client are no part of it.
//
//   node bench/profile.bench.mjs [--warm 20] [--seconds 10] [--case calls,streams,trivial,refused,chart]
import os from 'node:os'
import { parseArgs } from 'node:util'
import { askInSessions } from './ask-in-sessions.mjs'
import { measureLoad, measureTurns } from './measure-load.mjs'
import { prepareModelCall } from './model-call.mjs'
import { openSessions } from './open-sessions.mjs'
import { groupByPackage } from './profile/group-by-package.mjs'
import { openProfiler } from './profile/sample-cpu.mjs'
import { freePorts } from './replicas/free-ports.mjs'
import { startEngine, startPeer } from './start-service.mjs'

/** @typedef {import('./start-service.mjs').Service} Service */
/** @typedef {{ run: (seconds: number) => Promise<{ count: number, failures: number }> }} Load */

/** Rows with a smaller share of the whole are summed as `others`. */
const LEAST_SHARE = 0.01
const CASES = {
  calls: {
    name: 'model calls, 64 at once',
    engine: [],
    model: ['zero-latency-model.mjs'],
    open: openCalls({ isStreamed: false }),
  },
  streams: {
    name: 'streamed calls of 100 words, 64 at once',
    engine: [],
    model: ['slow-model.mjs', '0'],
    open: openCalls({ isStreamed: true }),
  },
  trivial: {
    name: 'turns, three trivial tools, 16 at once',
    engine: [],
    model: ['tool-calling-model.mjs'],
    open: openTurns(16),
  },
  refused: {
    name: 'turns, a refused chart, one by one',
    engine: ['--built-in-tools'],
    model: ['tool-calling-model.mjs', '--refused-chart'],
    open: openTurns(1),
  },
  chart: {
    name: 'turns, a drawn chart, one by one',
    engine: ['--built-in-tools'],
    model: ['tool-calling-model.mjs', '--chart'],
    open: openTurns(1),
  },
}

const { values: options } = parseArgs({
  options: {
    warm: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
    case: { type: 'string', default: Object.keys(CASES).join() },
  },
})
const chosen = Object.entries(CASES).filter(([name]) => options.case.split(',').includes(name))
const columns = []
for (const [, settings] of chosen) columns.push(await profileCase(settings))
print(['µs', ...columns.map(({ name }) => name)])
print(Array(columns.length + 1).fill('---'))
const packages = [...new Set(columns.flatMap(({ micros }) => [...micros.keys()]))]
for (const name of packages) print([name, ...columns.map(({ micros }) => show(micros.get(name)))])
print(['sum', ...columns.map(({ sum }) => show(sum))])
print(['profiled', ...columns.map(({ count }) => String(count))])
console.log(`\nload ${os.loadavg()[0]?.toFixed(1)}`)

/** @param {typeof CASES[keyof typeof CASES]} settings */
async function profileCase({ name, engine, model: [peer = '', ...modelOptions], open }) {
  const model = await startPeer(peer, modelOptions)
  const [inspectPort = 0] = await freePorts(1)
  const service = await startEngine({ args: engine, nodeOptions: [`--inspect=127.0.0.1:${inspectPort}`] })
  const profiler = await openProfiler(inspectPort)
  try {
    const load = await open(service, model)
    await load.run(Number(options.warm))
    await profiler.start()
    const { count, failures } = await load.run(Number(options.seconds))
    const profile = await profiler.stop()
    if (failures > 0) throw new Error(`${name}: ${failures} failed`)
    return { name, count, ...divide(groupByPackage(profile), count) }
  } finally {
    profiler.close()
    await service.stop()
    model.stop()
  }
}

/** @param {Map<string, number>} sums @param {number} count @returns {{ micros: Map<string, number>, sum: number }} of one call or turn, the largest first; small rows together */
function divide(sums, count) {
  const rows = [...sums].map(([name, micros]) => /** @type {const} */ ([name, micros / count]))
  const sum = rows.reduce((total, [, micros]) => total + micros, 0)
  const large = rows.filter(([, micros]) => micros >= sum * LEAST_SHARE).toSorted((a, b) => b[1] - a[1])
  const others = sum - large.reduce((total, [, micros]) => total + micros, 0)
  return { micros: new Map([...large, ['others', others]]), sum }
}

/** @param {{ isStreamed: boolean }} kind */
function openCalls({ isStreamed }) {
  /** @param {Service} service @param {{ origin: string }} model @returns {Promise<Load>} */
  return async (service, model) => {
    const { own } = await prepareModelCall(service, model)
    const headers = { ...own.headers, ...(isStreamed && { accept: 'text/event-stream' }) }
    const request = { ...own, headers }
    return { run: (seconds) => measureLoad({ origin: service.origin, request, connections: 64, seconds }) }
  }
}

/** @param {number} clients */
function openTurns(clients) {
  /** @param {Service} service @param {{ origin: string }} model @returns {Promise<Load>} */
  return async (service, model) => {
    const { token, sessions } = await openSessions(service, model, clients)
    const turn = askInSessions(sessions, '/api/chat/query', { authorization: `Bearer ${token}` })
    return { run: (seconds) => measureTurns({ origin: service.origin, turn, clients, seconds }) }
  }
}

/** @param {number | undefined} micros */
function show(micros) {
  return micros === undefined ? '' : micros.toFixed(0)
}

/** @param {readonly string[]} cells */
function print(cells) {
  console.log(`| ${cells.join(' | ')} |`)
}
