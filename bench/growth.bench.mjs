// How the length of a session affects its next turn: a turn (three trivial tools, a model without delay) in
// an empty session, in one with as many messages as a turn reads, and in one with 10,000. The turns
// alternate, so that all three run under the same load.
import pg from 'pg'
import { median } from './measure-load.mjs'
import { openSessions } from './open-sessions.mjs'
import { startEngine, startPeer } from './start-service.mjs'

const TURNS = 200
const WARM_UP = 30
const LENGTHS = [0, 64, 10_000]

const model = await startPeer('tool-calling-model.mjs')
const service = await startEngine()
const database = new pg.Client({ connectionString: service.databaseUrl })
try {
  await database.connect()
  const { token, openSession } = await openSessions(service, model, 0)
  const long = await openSession()
  await fill(long, LENGTHS[2])
  await database.query('analyze')
  const times = LENGTHS.map(() => [])
  for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
    const window = await openSession()
    await fill(window, LENGTHS[1])
    const sessions = [await openSession(), window, long]
    for (const [index, session_id] of sessions.entries()) {
      const startedAt = performance.now()
      await service.call('POST', '/chat/query', { token, body: { session_id, query: 'Which month?' } })
      if (turn >= WARM_UP) times[index].push(performance.now() - startedAt)
    }
  }
  const empty = median(times[0])
  console.log('| messages before | p50 ms | × empty | p95 ms |\n|---|---|---|---|')
  for (const [index, length] of LENGTHS.entries()) {
    const sorted = times[index].toSorted((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
    const p50 = median(sorted)
    console.log(`| ${length} | ${p50.toFixed(1)} | ${(p50 / empty).toFixed(2)} | ${p95.toFixed(1)} |`)
  }
} finally {
  await database.end()
  await service.stop()
  model.stop()
}

/** Writes earlier questions and answers into a session. */
async function fill(sessionId, count) {
  await database.query(
    `insert into messages (session_id, sequence, role, content, type, status, run_id)
     select $1, n, case when n % 2 = 1 then 'user' else 'assistant' end, repeat('All that was said before. ', 8),
       case when n % 2 = 0 then 'chat' end, case when n % 2 = 0 then 'ok' end, case when n % 2 = 0 then '' end
     from generate_series(1, $2::int) n`,
    [sessionId, count],
  )
  await database.query('update sessions set last_sequence = $2 where id = $1', [sessionId, count])
}
