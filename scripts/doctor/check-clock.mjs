import { findingsOf } from './finding.mjs'

const { ok, warning, problem, skipped } = findingsOf('clock')
/** Times of tokens, leases and signatures are compared across machines. */
const NOTICED_MS = 1_000
const WRONG_MS = 30_000

/**
 * Compares the clock of this machine with that of the database.
 *
 * @param {import('./open-patient.mjs').Patient} patient
 * @returns {Promise<import('./finding.mjs').Finding[]>}
 */
export async function checkClock({ client }) {
  if (client === null) return [skipped('Not compared: the database cannot be reached.')]
  const sentAtMs = Date.now()
  const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms')
  const apartMs = (sentAtMs + Date.now()) / 2 - Number(rows[0].ms)
  const shown = `${(Math.abs(apartMs) / 1000).toFixed(1)} s ${apartMs < 0 ? 'behind' : 'ahead of'} the clock of the database`
  if (Math.abs(apartMs) < NOTICED_MS) return [ok('The clocks of this machine and of the database agree.')]
  const repair = 'Let both machines follow a time server (chrony, systemd-timesyncd).'
  const say = Math.abs(apartMs) < WRONG_MS ? warning : problem
  return [say(`The clock of this machine is ${shown}.`, repair)]
}
