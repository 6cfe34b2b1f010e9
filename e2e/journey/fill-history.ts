import pg from 'pg'

/** Writes a history into a session that is too long to be created by asking. */
export async function fillHistory(sessionId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.PARLEY_E2E_DATABASE_URL })
  await client.connect()
  try {
    await client.query(
      `insert into messages (session_id, sequence, role, content, type, status, run_id)
       select $1, n,
         case when n % 2 = 1 then 'user' else 'assistant' end,
         'Message ' || n || case when n % 2 = 1 then '' else E'\\n\\n- one\\n- two\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |' end,
         case when n % 2 = 1 then null else 'chat' end,
         case when n % 2 = 1 then null else 'ok' end,
         case when n % 2 = 1 then null else '' end
       from generate_series(1, $2::int) as n`,
      [sessionId, count],
    )
    await client.query('update sessions set last_sequence = $2 where id = $1', [sessionId, count])
  } finally {
    await client.end()
  }
}
