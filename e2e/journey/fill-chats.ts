import pg from 'pg'

/** Writes copies of a session, each with one message and a day older than the one before. */
export async function fillChats(sessionId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.PARLEY_E2E_DATABASE_URL })
  await client.connect()
  try {
    await client.query(
      `insert into sessions (user_id, agent_id, persona_id, name, created_at, last_active_at)
       select user_id, agent_id, persona_id, 'Chat number ' || n,
         to_char(now() - n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
         to_char(now() - n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.US')
       from sessions, generate_series(1, $2::int) as n where id = $1`,
      [sessionId, count],
    )
  } finally {
    await client.end()
  }
}
