import { setTimeout as sleep } from 'node:timers/promises'

/**
 * @typedef {{ slowestMs: Record<string, number>, calls: number, failures: string[] }} Seen
 * @typedef {{ callUntil: (endsAt: number) => Promise<Seen> }} Neighbour
 */

/**
 * Opens an account that does four ordinary things in turn: sign in, run a statement, upload a file of 8 bytes, ask an
 * agent a question. Each reply is checked.
 *
 * @param {import('../start-service.mjs').Service} service
 * @param {string} modelOrigin
 * @returns {Promise<Neighbour>}
 */
export async function openNeighbour(service, modelOrigin) {
  const token = await service.signIn()
  const session_id = await openSession(service, token, modelOrigin)
  const acts = {
    signIn: async () => expectThat((await service.signIn()).length > 0, 'no token'),
    statement: async () => {
      const { rows } = await runStatement(service, token, 'SELECT 1 AS one')
      expectThat(rows[0]?.one === 1, `rows ${JSON.stringify(rows)}`)
    },
    upload: async () => {
      const body = { name: 'small', format: 'csv', content: 'a,b\n1,2\n' }
      const { id, tables } = await service.call('POST', '/data_source', { token, body })
      expectThat(tables[0].row_count === 1, `tables ${JSON.stringify(tables)}`)
      await service.call('DELETE', `/data_source/${id}`, { token })
    },
    question: async () => {
      const body = { session_id, query: 'What is the answer?' }
      const { content } = await service.call('POST', '/chat/query', { token, body })
      expectThat(content === 'Forty-two.', `answer ${content}`)
    },
  }
  return { callUntil: (endsAt) => callUntil(acts, endsAt) }
}

/** Pause between two rounds. With a shorter one the second user would reach its own limit of sign-ins. */
const PAUSE_MS = 500

/** @param {Record<string, () => Promise<void>>} acts @param {number} endsAt @returns {Promise<Seen>} */
async function callUntil(acts, endsAt) {
  const names = Object.keys(acts)
  /** @type {Seen} */
  const seen = { slowestMs: Object.fromEntries(names.map((name) => [name, 0])), calls: 0, failures: [] }
  do {
    for (const name of names) {
      const startedAt = performance.now()
      await acts[name]().catch((error) => seen.failures.push(`${name}: ${error.message}`))
      seen.calls++
      seen.slowestMs[name] = Math.max(seen.slowestMs[name], performance.now() - startedAt)
    }
    await sleep(PAUSE_MS)
  } while (performance.now() < endsAt)
  return seen
}

/** @param {import('../start-service.mjs').Service} service @param {string} token @param {string} modelOrigin @returns {Promise<string>} */
async function openSession(service, token, modelOrigin) {
  const model = { provider: 'ollama', model: 'zero', base_url: `${modelOrigin}/v1`, name: 'Zero' }
  const config = await service.call('POST', '/llm_config', { token, body: model })
  const fields = { name: 'A', model_config_id: config.id, tools: [] }
  const { agent_id } = await service.call('POST', '/agent', { token, body: fields })
  const session = { name: 'S', agent_id }
  return (await service.call('POST', '/chat/session/new', { token, body: session })).session_id
}

/** Runs a statement as the console's SQL page does. */
async function runStatement({ origin }, token, sql) {
  const reply = await fetch(`${origin}/api/trpc/dataSource.query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sql }),
  })
  const { result, error } = await reply.json()
  if (!result) throw new Error(`${reply.status} ${error?.message}`)
  return result.data
}

/** @param {boolean} holds @param {string} found */
function expectThat(holds, found) {
  if (!holds) throw new Error(`unexpected: ${found}`)
}
