// What people wait for besides the model: the added time of model calls that arrive at random, 300 a second, and the time
// to the first word of 64 streams at once. Both through the service and through the bare proxy, rounds interleaved. V8
// compiles for thousands of calls, so each row answers `--warm` seconds first.
//
//   node bench/tail.bench.mjs [--warm 30]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { median } from './measure-load.mjs'
import { startEngine, startPeer } from './start-service.mjs'

const { values: options } = parseArgs({ options: { warm: { type: 'string', default: '30' } } })
const ROUNDS = 5
const SECONDS = 5
const CALLS_PER_SECOND = 300
const STREAMS = 64
const MODEL_MS = 200

const model = await startPeer('slow-model.mjs', [String(MODEL_MS)])
const proxy = await startPeer('bare-proxy.mjs', [String(model.port)])
const service = await startEngine({
  env: { PARLEY_LIMITS_TURNS_PER_USER: '2000', PARLEY_LIMITS_IN_FLIGHT: '2000' },
})
try {
  const token = await service.signIn()
  const config = await service.call('POST', '/llm_config', {
    token,
    body: { provider: 'ollama', base_url: `${model.origin}/v1`, model: 'slow', name: 'Slow', api_key: 'key' },
  })
  const own = {
    path: '/api/chat/invoke-llm',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model_config_id: config.id, prompt: 'Why?', system_message: 'Be brief.' }),
  }
  const messages = [{ role: 'user', content: 'Why?' }]
  const bare = (stream) => ({
    path: '/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'slow', messages, stream }),
  })
  const streamed = { ...own, headers: { ...own.headers, accept: 'text/event-stream' } }

  console.log('| added to the model | bare proxy p50, p99 ms | Parley p50, p99 ms |\n|---|---|---|')
  await compare(`calls at random, ${CALLS_PER_SECOND} a second`, {
    bare: () => arriveAtRandom(proxy.origin, bare(false)),
    own: () => arriveAtRandom(service.origin, own),
  })
  await compare(`first word of ${STREAMS} streams at once`, {
    bare: () => openStreams(proxy.origin, bare(true), /"delta":\{"content"/),
    own: () => openStreams(service.origin, streamed, /^event: text$/m),
  })
} finally {
  await service.stop()
  proxy.stop()
  model.stop()
}

/** Prints the medians over the rounds. */
async function compare(name, { bare, own }) {
  const warmUntil = performance.now() + Number(options.warm) * 1000
  while (performance.now() < warmUntil) await own()
  await bare()
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ bare: await bare(), own: await own() })
  const show = (side) =>
    [0.5, 0.99]
      .map((share) => median(rounds.map((round) => at(round[side], share) - MODEL_MS)).toFixed(1))
      .join(', ')
  console.log(`| ${name} | ${show('bare')} | ${show('own')} |`)
}

/** Returns the milliseconds of each call. The gaps between arrivals follow the exponential distribution. */
async function arriveAtRandom(origin, request) {
  const pool = new Pool(origin)
  const calls = []
  const startedAt = performance.now()
  let dueAt = startedAt
  while (dueAt < startedAt + SECONDS * 1000) {
    dueAt += (-Math.log(1 - Math.random()) * 1000) / CALLS_PER_SECOND
    const waitMs = dueAt - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    calls.push(timeCall(pool, request, dueAt))
  }
  const times = await Promise.all(calls)
  await pool.close()
  return times
}

/** The time counts from when the call was due, so a client that is late does not hide a wait. */
async function timeCall(pool, request, dueAt) {
  const { statusCode, body } = await pool.request({ ...request, method: 'POST' })
  await body.dump()
  if (statusCode !== 200) throw new Error(`A call was answered ${statusCode}.`)
  return performance.now() - dueAt
}

/** Returns the milliseconds to the first word of each stream. */
async function openStreams(origin, request, word) {
  const pool = new Pool(origin)
  const times = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const sentAt = performance.now()
      const { body } = await pool.request({ ...request, method: 'POST' })
      let text = ''
      let firstMs = null
      for await (const chunk of body) {
        text = firstMs === null ? text + chunk : ''
        if (firstMs === null && word.test(text)) firstMs = performance.now() - sentAt
      }
      if (firstMs === null) throw new Error('A stream ended without a word.')
      return firstMs
    }),
  )
  await pool.close()
  return times
}

function at(times, share) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
