// A stored turn with three tool calls (four model calls): the service with trivial tools, compared with a
// hand-written loop that stores the same rows through the pg driver, and with the four model calls alone.
// Rounds are interleaved. The model replies without delay. V8 compiles for thousands of turns, so all answer `--warm` seconds
// first.
//
//   node bench/engine.bench.mjs [--warm 30]
import { parseArgs } from 'node:util'
import { askInSessions } from './ask-in-sessions.mjs'
import { measureTurns, median } from './measure-load.mjs'
import { openSessions } from './open-sessions.mjs'
import { cpuSeconds, startEngine, startPeer } from './start-service.mjs'

const { values: options } = parseArgs({ options: { warm: { type: 'string', default: '30' } } })
const ROUNDS = 5
const SECONDS = 4
const AT_ONCE = [1, 16, 64]
const MOST = Math.max(...AT_ONCE)
const QUESTION = 'Which month is the coldest?'

const model = await startPeer('tool-calling-model.mjs')
const service = await startEngine()
const loop = await startPeer('hand-written-loop.mjs', [model.origin, service.databaseUrl])
try {
  const { token, sessions } = await openSessions(service, model, 2 * MOST)
  const contestants = {
    model: { origin: model.origin, pid: null, turn: askModelAlone },
    loop: { origin: loop.origin, pid: loop.pid, turn: askInSessions(sessions.slice(0, MOST), '/', {}) },
    parley: {
      origin: service.origin,
      pid: service.pid,
      turn: askInSessions(sessions.slice(MOST), '/api/chat/query', { authorization: `Bearer ${token}` }),
    },
  }
  print([
    'at once',
    'loop /s',
    'Parley /s',
    '×',
    'p50 ms: model, loop, Parley',
    'p99 ms: model, loop, Parley',
    'CPU ms a turn: loop, Parley',
    '×',
  ])
  print(Array(8).fill('---'))
  for (const clients of AT_ONCE) {
    for (const { origin, turn } of Object.values(contestants))
      await measureTurns({ origin, turn, clients, seconds: Number(options.warm) })
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(contestants, clients))
    report(clients, rounds)
  }
} finally {
  loop.stop()
  await service.stop()
  model.stop()
}

async function measureRound(contestants, clients) {
  const round = {}
  for (const [name, { origin, pid, turn }] of Object.entries(contestants)) {
    const cpuBefore = pid === null ? 0 : await cpuSeconds(pid)
    const load = await measureTurns({ origin, turn, clients, seconds: SECONDS })
    if (load.failures > 0) throw new Error(`${name}: ${load.failures} turns failed`)
    const cpu = pid === null ? 0 : (await cpuSeconds(pid)) - cpuBefore
    round[name] = { ...load, cpuMs: (cpu * 1000) / load.count }
  }
  return round
}

function report(clients, rounds) {
  const of = (pick, digits) => median(rounds.map(pick)).toFixed(digits)
  const times = (key) =>
    ['model', 'loop', 'parley'].map((name) => of((round) => round[name][key], 1)).join(', ')
  print([
    clients,
    of(({ loop }) => loop.perSecond, 0),
    of(({ parley }) => parley.perSecond, 0),
    of(({ loop, parley }) => parley.perSecond / loop.perSecond, 2),
    times('p50Ms'),
    times('p99Ms'),
    `${of(({ loop }) => loop.cpuMs, 2)}, ${of(({ parley }) => parley.cpuMs, 2)}`,
    of(({ loop, parley }) => parley.cpuMs / loop.cpuMs, 2),
  ])
}

/** The model's part of a turn: its four calls, one after the other, as in the loop. */
async function askModelAlone(pool) {
  const tools = ['a', 'b', 'c'].map((name) => ({ type: 'function', function: { name } }))
  const messages = [{ role: 'user', content: QUESTION }]
  for (let call = 0; call < 4; call++) {
    const body = JSON.stringify({ model: 'zero', messages, tools })
    const reply = await pool.request({ path: '/v1/chat/completions', method: 'POST', body })
    await reply.body.dump()
    if (reply.statusCode !== 200) return false
    messages.push({ role: 'tool', content: '[]' })
  }
  return true
}

function print(cells) {
  console.log(`| ${cells.join(' | ')} |`)
}
