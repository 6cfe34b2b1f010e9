import { askInSessions } from '../ask-in-sessions.mjs'
import { measureLoad, measureTurns } from '../measure-load.mjs'
import { prepareModelCall } from '../model-call.mjs'
import { openSessions } from '../open-sessions.mjs'

/** Milliseconds after a start until the follower of the ledger has copied its blocks. */
export const IDLE_MS = 12_000
export const CALLS = 64
export const TURNS = 16

/** @typedef {import('../start-service.mjs').Service} Service */
/** @typedef {() => ReturnType<typeof measureTurns>} Ask sends for some seconds */

/** @param {Service} service @param {{ origin: string }} model @param {number} seconds @returns {Promise<Ask>} 64 model calls at once */
export async function prepareCalls(service, model, seconds) {
  const { own } = await prepareModelCall(service, model)
  return () => measureLoad({ origin: service.origin, request: own, connections: CALLS, seconds })
}

/** @param {Service} service @param {{ origin: string }} model @param {number} seconds @returns {Promise<Ask>} 16 turns at once with metadata, SQL and a chart */
export async function prepareTurns(service, model, seconds) {
  const { token, sessions } = await openSessions(service, model, TURNS)
  const turn = askInSessions(sessions, '/api/chat/query', { authorization: `Bearer ${token}` })
  return () => measureTurns({ origin: service.origin, turn, clients: TURNS, seconds })
}
