/**
 * Asks for a stream past the proxy. Returns the run that its first events name, and a promise of its end, which also
 * resolves when the replica dies.
 *
 * @param {string} token
 * @param {number} port of the replica
 * @param {object} body
 * @returns {Promise<{ runId: string, ended: Promise<void> }>}
 */
export async function openStream(token, port, body) {
  const response = await fetch(`http://127.0.0.1:${port}/api/chat/query`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify(body),
  })
  /** @type {PromiseWithResolvers<string>} */
  const named = Promise.withResolvers()
  const ended = readAll(response, named.resolve).then((text) =>
    named.reject(new Error(`No event named a run: ${response.status} ${text.slice(0, 200)}`)),
  )
  return { runId: await named.promise, ended }
}

/** @param {Response} response @param {(runId: string) => void} onRun @returns {Promise<string>} what was read */
async function readAll(response, onRun) {
  let text = ''
  try {
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece).toString('utf8')
      const [, runId] = /"run_id":"([^"]+)"/.exec(text) ?? []
      if (runId) onRun(runId)
    }
  } catch {
    // The stream ends with its replica.
  }
  return text
}
