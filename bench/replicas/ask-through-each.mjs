import { createAnalyst } from './create-analyst.mjs'

/** @typedef {import('./world.d.ts').World} World */

const QUESTION = 'What was the average maximum temperature in Seattle by month? Show it as a line chart.'

/**
 * Uploads a file through each replica and reads it through the others; asks a question with a chart through each, and
 * fetches each chart through all. Returns the agent.
 *
 * @param {World} world
 * @returns {Promise<string>}
 */
export async function askThroughEach({ client, origin, ports, check }) {
  const { call } = client
  for (const [index, port] of ports.entries()) {
    const content = `town,price\n${Array.from({ length: 100 }, (_, row) => `Town ${row},${row}`).join('\n')}\n`
    const body = { name: `towns_${index}`, format: 'csv', content }
    const { id } = await call('POST /data_source', { port, body })
    const counts = await Promise.all(
      ports.map((other) => call(`GET /data_source/${id}/profile`, { port: other })),
    )
    check(
      `a file uploaded through replica ${index + 1} is read through all`,
      counts.every(({ row_count }) => row_count === 100),
    )
  }
  const content = 'orchard,apples\nNorth,4000\nNorth,217\nSouth,12\n'
  await call('POST /data_source', { port: ports[0], body: { name: 'harvest', format: 'csv', content } })
  const agentId = await createAnalyst({ call }, origin)
  for (const [index, port] of ports.entries()) {
    const session = { name: `Through ${index}`, persona_id: 1, agent_id: agentId }
    const { session_id } = await call('POST /chat/session/new', { body: session })
    const answer = await call('POST /chat/query', { port, body: { session_id, query: QUESTION } })
    const chart = (answer.artifacts ?? []).find((/** @type {string} */ name) => name.endsWith('.png'))
    const headers = { authorization: `Bearer ${client.token}` }
    const replies = await Promise.all(
      ports.map((other) => fetch(`http://127.0.0.1:${other}/api/${chart}`, { headers })),
    )
    const statuses = replies.map(({ status }) => status)
    check(
      `replica ${index + 1} answers with a chart that all serve`,
      statuses.every((status) => status === 200),
      `${statuses.join()} ${answer.content.slice(0, 120).replaceAll('\n', ' ')}`,
    )
  }
  await checkLedger({ ports, check })
  return agentId
}

/**
 * Asks through each replica about the file that was uploaded through the first one. The answer comes from its rows.
 *
 * @param {Pick<World, 'client' | 'ports' | 'check'>} world
 * @param {string} agentId
 * @param {string} when
 */
export async function askAboutFile({ client, ports, check }, agentId, when) {
  const { call } = client
  for (const [index, port] of ports.entries()) {
    const session = { name: `File ${when} ${index}`, persona_id: 1, agent_id: agentId }
    const { session_id } = await call('POST /chat/session/new', { port, body: session })
    const body = { session_id, query: 'What is the total of apples by orchard?' }
    const answer = await call('POST /chat/query', { port, body })
    check(
      `a question on the uploaded file is answered through replica ${index + 1} ${when}`,
      answer.status === 'ok' && /4,?217/.test(answer.content),
      answer.content.slice(0, 120).replaceAll('\n', ' '),
    )
  }
}

/** @param {Pick<World, 'ports' | 'check'>} world */
async function checkLedger({ ports, check }) {
  const ask = async (/** @type {number} */ port) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'chainvm.emissionInfo' })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`http://127.0.0.1:${port}/api/chainapi`, { method: 'POST', headers, body })
    return reply.text()
  }
  const replies = await Promise.all(ports.map(ask))
  check('the local ledger network is the same on all', new Set(replies).size === 1, replies[0]?.slice(0, 80))
}
