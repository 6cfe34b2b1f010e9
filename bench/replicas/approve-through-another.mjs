import { setTimeout as sleep } from 'node:timers/promises'
import { createAgent } from './create-agent.mjs'
import { openStream } from './open-stream.mjs'
import { runStatus } from './run-status.mjs'

/** @typedef {import('./world.d.ts').World} World */

const LISTED_MS = 30_000
const ENDED_MS = 30_000

/**
 * A call of a tool that waits on one replica is listed and approved through another, and is made once.
 *
 * @param {World} world
 */
export async function approveThroughAnother({ client, ports, model, toolServer, check }) {
  const [one = 0, other = 0] = ports
  const tools = [{ tool_name: 'send', tool_server_id: 'acme/mail', properties: [], approval: 'ask' }]
  const { openSession } = await createAgent(client, { name: 'Clerk', modelOrigin: model.origin, tools })
  const before = toolServer.calls.length
  const session_id = await openSession('Approved')
  const { runId, ended } = await openStream(client.token, one, { session_id, query: 'Send it.' })
  const waiting = await untilListed({ client, port: other, runId })
  const isHeld = countCalls(toolServer, before) === 0
  const body = { step_id: waiting.step_id, decision: 'approve' }
  await client.call(`POST /chat/run/${runId}/approve`, { port: other, body })
  const hasEnded = await Promise.race([ended.then(() => true), sleep(ENDED_MS).then(() => false)])
  const status = await runStatus(client, { runId, port: other })
  const made = countCalls(toolServer, before)
  check(
    'a call that waits on one replica is approved through another, and made once',
    isHeld && hasEnded && status === 'ok' && made === 1,
    `${status}, ${made} calls`,
  )
}

/** @param {World['toolServer']} server @param {number} before */
function countCalls(server, before) {
  return server.calls.slice(before).filter(({ method }) => method === 'tools/call').length
}

/** @param {Pick<World, 'client'> & { port: number, runId: string }} question @returns {Promise<{ step_id: number }>} */
async function untilListed({ client, port, runId }) {
  const startedAt = performance.now()
  while (performance.now() - startedAt < LISTED_MS) {
    const { approvals } = await client.call('GET /chat/approvals', { port })
    const found = approvals.find((/** @type {any} */ { run_id }) => run_id === runId)
    if (found) return found
    await sleep(100)
  }
  throw new Error('The waiting call was not listed through another replica.')
}
