// A turn with metadata, SQL and chart through the demo model: p50 and p95, and the share of each step. Also cold start
// to the first answer and idle memory.
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
    const { steps } = await service.call('GET', `/chat/run/${answer.run_id}`, { token })
    if (answer.status !== 'ok' || steps.length !== 4)
      throw new Error(`Not a four-step answer: ${answer.content}`)
    return { ms, steps, startedAt: Date.now() - ms }
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
  console.log('\n| step | begins after ms (median) |\n|---|---|')
  for (const [index, { agent_name }] of first.steps.entries()) {
    const begins = median(
      turns.map(({ steps, startedAt }) => Date.parse(steps[index].created_at) - startedAt),
    )
    console.log(`| ${agent_name} | ${begins.toFixed(0)} |`)
  }
} finally {
  await service.stop()
}
