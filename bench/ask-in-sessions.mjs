/**
 * Makes a turn for `measureTurns`: every client asks in its own session. A failed step fails the turn.
 *
 * @param {readonly string[]} sessions
 * @param {string} path
 * @param {Readonly<Record<string, string>>} headers
 */
export function askInSessions(sessions, path, headers) {
  return async (pool, client) => {
    const body = JSON.stringify({ session_id: sessions[client], query: 'Which month is the coldest?' })
    const request = {
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }
    const reply = await pool.request(request)
    await reply.body.dump()
    return reply.statusCode === 200
  }
}
