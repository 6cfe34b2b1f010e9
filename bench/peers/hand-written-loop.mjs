// The baseline of a stored turn: one loop over one HTTP server with hand-written statements. It has no
// authentication, leases, argument checks or limits. It writes the rows of the service's own tables with the
// same durability; the service stores steps that arrive at the same moment together. Arguments: the addresses
// of the model and of the database. Prints its port.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { Pool as HttpPool } from 'undici'

const [modelOrigin = '', databaseUrl = ''] = process.argv.slice(2)
const model = new HttpPool(modelOrigin)
const database = new pg.Pool({ connectionString: databaseUrl, max: 10 })
// The database stops before this process does.
database.on('error', () => {})
const ROWS = '[{"month":1,"average":8.2},{"month":2,"average":9.6}]'
const now = `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

const statements = {
  begin: `with counted as (update sessions set last_sequence = last_sequence + 1 where id = $1
        returning id, user_id, last_sequence),
      run as (insert into runs (id, session_id, user_id, status, lease_expires_at)
        select $2, id, user_id, 'running', clock_timestamp() + interval '30 seconds' from counted)
    insert into messages (session_id, sequence, role, content) select id, last_sequence, 'user', $3 from counted`,
  context: `select a.description, a.tools, c.model, c.params, coalesce((select json_agg(json_build_object('role', m.role,
      'content', m.content) order by m.sequence) from (select * from messages where session_id = $1
        order by sequence desc limit 65) m), '[]') as history
    from sessions s join agents a on a.id = s.agent_id join llm_configs c on c.id = a.model_config_id where s.id = $1`,
  step: `insert into steps (run_id, step_id, agent_name, input, output, status, created_at, duration_ms)
    select $1, $2, $3, $4, $5, 'ok', ${now} || 'Z', 0 from set_config('synchronous_commit', 'off', true)`,
  finish: `with run as (update runs set status = 'ok', finished_at = ${now} where id = $1 returning id, session_id),
      counted as (update sessions set last_sequence = last_sequence + 1 where id = (select session_id from run)
        returning id, last_sequence),
      answer as (insert into messages (session_id, sequence, role, content, type, status, run_id)
        select id, last_sequence, 'assistant', $2, 'message', 'ok', $1::text from counted)
    insert into steps (run_id, step_id, agent_name, output, status, created_at, duration_ms)
    select id, $3, 'final_response', json_build_object('content', $2::text), 'ok', ${now} || 'Z', 0 from run`,
}

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    try {
      const reply = await answer(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    } catch (error) {
      console.error(error)
      response.writeHead(500).end()
    }
  })
})

/** @param {{ session_id: string, query: string }} question */
async function answer({ session_id, query }) {
  const runId = randomUUID()
  await run('begin', [session_id, runId, query])
  const [context] = await run('context', [session_id])
  const tools = context.tools.map(({ tool_name, toolName = tool_name }) => ({
    type: 'function',
    function: {
      name: toolName,
      parameters: { type: 'object', properties: { query: { type: 'string' } } },
    },
  }))
  const messages = [{ role: 'system', content: context.description }, ...context.history]
  for (let step = 1; ; step++) {
    const reply = await ask({ model: context.model, messages, tools })
    if (!reply.tool_calls) {
      await run('finish', [runId, reply.content, step])
      return { status: 'ok', data: { content: reply.content, run_id: runId } }
    }
    const [call] = reply.tool_calls
    const { name, arguments: input } = call.function
    messages.push(reply, { role: 'tool', tool_call_id: call.id, content: ROWS })
    await run('step', [runId, step, name, input, JSON.stringify({ data: ROWS })])
  }
}

async function ask(body) {
  const reply = await model.request({
    path: '/v1/chat/completions',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await reply.body.json()).choices[0].message
}

async function run(name, values) {
  const { rows } = await database.query({ name, text: statements[name], values })
  return rows
}

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
