// A turn with metadata, SQL and chart through the demo model: p50 and p95, and the share of each step. Also
// the time from a cold start to the first answer, and the idle memory.
import { median } from './measure-load.mjs'
import { residentMiB, startService } from './start-service.mjs'

const TURNS = 40
const QUESTION = 'What was the average maximum temperature in Seattle by month? Show it as a line chart.'

const service = await startService()
try {
  const token = await service.signIn()
  const idleMiB = await residentMiB(service.pid)
  const base_url = `${service.origin}/demo-model/v1`
  const config = await service.call('POST', '/llm_config', {
    token,
    body: { provider: 'ollama', model: 'parley-demo', base_url, name: 'Demo' },
  })
  await service.call('POST', '/data_source', { token, body: { sample: 'seattle_weather' } })
  const tools = ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
    tool_name,
    tool_server_id: 'parley',
    properties: [],
  }))
  const { agent_id } = await service.call('POST', '/agent', {
    token,
    body: { name: 'Analyst', model_config_id: config.id, tools },
  })

  const ask = async () => {
    const { session_id } = await service.call('POST', '/chat/session/new', {
      token,
      body: { name: 'Bench', agent_id },
    })
    const startedAt = performance.now()
    const answer = await service.call('POST', '/chat/query', { token, body: { session_id, query: QUESTION } })
    const ms = performance.now() - startedAt
    const steps = await inspect(answer.run_id)
    if (answer.status !== 'ok' || steps.length !== 4)
      throw new Error(`Not a four-step answer: ${answer.content}`)
    return { ms, steps }
  }

  /** The steps with their durations, as the console shows them. */
  const inspect = async (run_id) => {
    const input = encodeURIComponent(JSON.stringify({ run_id }))
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${service.origin}/api/trpc/run.inspect?input=${input}`, { headers })
    return (await reply.json()).result.data.steps
  }
  const first = await ask()
  const turns = []
  for (let turn = 0; turn < TURNS; turn++) turns.push(await ask())
  const times = turns.map(({ ms }) => ms).toSorted((a, b) => a - b)

  console.log(
    `Start of the service (database running): ${(service.startMs / 1000).toFixed(2)} s; first answer after that: ${first.ms.toFixed(0)} ms`,
  )
  console.log(`Idle memory: ${idleMiB.toFixed(0)} MiB`)
  console.log(
    `Turn: p50 ${median(times).toFixed(0)} ms, p95 ${(times[Math.floor(TURNS * 0.95)] ?? 0).toFixed(0)} ms`,
  )
  const shares = (index) => turns.map(({ ms, steps }) => [steps[index].duration_ms, ms])
  const report = (name, pairs) => {
    const takes = median(pairs.map(([part]) => part))
    const share = median(pairs.map(([part, whole]) => part / whole))
    console.log(`| ${name} | ${takes.toFixed(0)} | ${(share * 100).toFixed(0)} % |`)
  }
  console.log('\n| step | takes ms (median) | share of the turn |\n|---|---|---|')
  for (const [index, { agent_name }] of first.steps.slice(0, -1).entries()) report(agent_name, shares(index))
  const rest = turns.map(({ ms, steps }) => [
    ms - steps.reduce((sum, { duration_ms }) => sum + duration_ms, 0),
    ms,
  ])
  report('model (four calls), storing, HTTP', rest)
} finally {
  await service.stop()
}
