/**
 * Returns the status of a run as a replica sees it.
 *
 * @param {Pick<import('./open-client.mjs').Client, 'call'>} client
 * @param {{ runId: string, port: number }} run
 * @returns {Promise<string>}
 */
export async function runStatus({ call }, { runId, port }) {
  const { runs } = await call('GET /chat/run?limit=50', { port })
  return runs.find((/** @type {any} */ run) => run.run_id === runId)?.status ?? 'missing'
}
