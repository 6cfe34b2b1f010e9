// Memory of a call that waits for a slow model: 1,000 stored turns at once, each in its first model call, and as many calls
// without a session, compared with a bare node:http proxy with as many calls. `--calls 10000` changes the calls alone.
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { prepareModelCall } from './model-call.mjs'
import { openSessions } from './open-sessions.mjs'
import { startEngine, startPeer } from './start-service.mjs'

const { values: options } = parseArgs({ options: { calls: { type: 'string', default: '1000' } } })
const CALLS = Number(options.calls)
const TURNS = 1_000
const WARM_UP = 200
/** Number of turns that begin together. More would only wait for the database. */
const TOGETHER = 20
const MIB = 1_048_576

const model = await startPeer('tool-calling-model.mjs')
const proxy = await startPeer('bare-proxy.mjs', [String(model.port)], ['--expose-gc'])
const service = await startEngine({
  nodeOptions: ['--expose-gc'],
  env: {
    PARLEY_LIMITS_TURNS: String(4 * CALLS),
    PARLEY_LIMITS_TURNS_PER_USER: String(2 * CALLS),
    PARLEY_LIMITS_IN_FLIGHT: String(2 * CALLS),
  },
})
try {
  const { token, sessions } = await openSessions(service, model, TURNS)
  const json = { 'content-type': 'application/json' }
  const query = 'Which month is the coldest?'
  const { own } = await prepareModelCall(service, model)
  console.log('| | held | idle MiB | all waiting MiB | KiB each, resident | KiB each, live heap |')
  console.log('|---|---|---|---|---|---|')
  await report('bare proxy', { origin: proxy.origin, count: CALLS }, () => ({
    path: '/',
    headers: json,
    body: JSON.stringify({ model: 'zero', messages: [{ role: 'user', content: query }] }),
  }))
  await report('Parley, a model call', { origin: service.origin, count: CALLS }, () => own)
  await report('Parley, a stored turn', { origin: service.origin, count: TURNS }, (turn) => ({
    path: '/api/chat/query',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ session_id: sessions[turn], query }),
  }))
} finally {
  await service.stop()
  proxy.stop()
  model.stop()
}

async function report(name, { origin, count }, request) {
  const pool = new Pool(origin, { connections: null, headersTimeout: 0, bodyTimeout: 0 })
  const ask = async (turn) => {
    const { statusCode, body } = await pool.request({ ...request(turn), method: 'POST' })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${name}: ${statusCode}`)
  }
  for (let turn = 0; turn < WARM_UP; turn += TOGETHER) await Promise.all(askMany(ask, turn))
  const before = await memory(origin)
  await tell('/hold')
  const asking = []
  while (asking.length < count) {
    asking.push(...askMany(ask, asking.length))
    await untilHeld(asking.length)
  }
  const during = await memory(origin)
  await tell('/release')
  await Promise.all(asking)
  await pool.close()
  const each = (bytes) => (bytes / count / 1024).toFixed(0)
  const live = ({ heapUsed, external }) => heapUsed + external
  const cells = [
    name,
    count,
    (before.rss / MIB).toFixed(0),
    (during.rss / MIB).toFixed(0),
    each(during.rss - before.rss),
    each(live(during) - live(before)),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

async function memory(origin) {
  const reply = await fetch(`${origin}/memory`)
  return reply.json()
}

function askMany(ask, from) {
  return Array.from({ length: TOGETHER }, (_, index) => ask(from + index))
}

/** Waits until the model holds this many calls. */
async function untilHeld(count) {
  while (Number(await tell('/held')) < count) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function tell(path) {
  const reply = await fetch(`${model.origin}${path}`, { method: 'POST' })
  return reply.text()
}
