// A user has 100,000 sessions of two messages each, and another user has as many: p50 and p95 of one page of the list
// for each of its queries, over the first 50 or 200 pages; and the memory of the service after each query.
import pg from 'pg'
import { median } from './measure-load.mjs'
import { residentMiB, startEngine } from './start-service.mjs'

const SESSIONS = 100_000
const PAGES = 200
/** Each word is in one session out of this many. */
const EVERY = { second: 2, twentieth: 20, hundredth: 100, thousandth: 1000 }

const service = await startEngine({ nodeOptions: ['--expose-gc'] })
try {
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  const [token, other] = [await service.signIn(), await service.signIn()]
  const agentId = await fill(client, token)
  await fill(client, other)
  await client.query('vacuum analyze')
  await client.end()

  console.log(`| query | p50 ms | p95 ms | resident MiB | heap in use MiB |\n|---|---|---|---|---|`)
  const queries = [
    '',
    'sort=activity',
    `agent_id=${agentId}`,
    'q=word77777',
    'q=common',
    'q=common&sort=activity',
    ...Object.keys(EVERY).map((word) => `q=${word}`),
  ]
  for (const query of queries) await measure(token, query)
} finally {
  await service.stop()
}

/** Follows the pages of a query, from the first on, and reports the times. */
async function measure(token, query) {
  const times = []
  const wanted = query.startsWith('q=') ? 50 : PAGES
  let cursor = null
  for (let page = 0; page < wanted; page++) {
    const startedAt = performance.now()
    const target = `/chat/session?${query}&limit=50${cursor === null ? '' : `&cursor=${cursor}`}`
    const { sessions, next_cursor } = await service.call('GET', target, { token })
    times.push(performance.now() - startedAt)
    if (sessions.length === 0) throw new Error(`${target} found nothing.`)
    cursor = next_cursor
  }
  const sorted = times.toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  const memory = (await residentMiB(service.pid)).toFixed(0)
  const { heapUsed } = await (await fetch(`${service.origin}/memory`)).json()
  const figures = [median(sorted), p95].map((ms) => ms.toFixed(1))
  console.log(`| \`${query}\` | ${figures.join(' | ')} | ${memory} | ${(heapUsed / 2 ** 20).toFixed(1)} |`)
}

/** Gives a user sessions by SQL, the only fast way, and returns the agent of half of them. */
async function fill(client, token) {
  const base_url = 'http://127.0.0.1:9/v1'
  const config = { provider: 'ollama', model: 'none', base_url, name: 'None' }
  const { id } = await service.call('POST', '/llm_config', { token, body: config })
  const agents = []
  for (const name of ['Even', 'Odd'])
    agents.push(
      (await service.call('POST', '/agent', { token, body: { name, model_config_id: id } })).agent_id,
    )
  await client.query(
    `with added as (
      insert into sessions (user_id, agent_id, persona_id, name, last_sequence, created_at, last_active_at)
      select a.user_id, ($1::uuid[])[1 + n % 2], 1, 'Session ' || n, 2,
        to_char(timestamp '2026-01-01' + n * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        to_char(timestamp '2026-06-01' + (n * 7919 % ${SESSIONS}) * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      from agents a, generate_series(1, ${SESSIONS}) n where a.id = ($1::uuid[])[1] returning id, name
    )
    insert into messages (session_id, sequence, role, content)
    select id, s, case s when 1 then 'user' else 'assistant' end,
      'A common sentence with word' || split_part(name, ' ', 2) || ' and others '
        || ${Object.entries(EVERY)
          .map(
            ([word, every]) =>
              `case when split_part(name, ' ', 2)::int % ${every} = 0 then '${word} ' else '' end`,
          )
          .join(' || ')} || repeat('of some length ', 20)
    from added, generate_series(1, 2) s`,
    [agents],
  )
  return agents[0]
}
