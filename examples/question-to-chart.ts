// From a question to a chart: node examples/question-to-chart.ts
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWeatherAgent, openParley } from './demo-agent.ts'

const parley = openParley()
const agentId = await createWeatherAgent(parley)
const { session_id } = await parley.session.create({ name: 'Weather', agent_id: agentId })
const answer = await parley.chat.query({
  session_id,
  query: 'What was the average maximum temperature in Seattle by month? Show it as a line chart.',
})
console.log(answer.content)

const { steps } = await parley.run.get({ run_id: answer.run_id ?? '' })
for (const { step_id, agent_name, status } of steps) console.log(`${step_id}. ${agent_name}: ${status}`)

const chart = answer.artifacts?.find((path) => path.endsWith('.png'))
if (!chart) throw new Error('The answer has no chart.')
const file = join(tmpdir(), 'parley-chart.png')
const image = await parley.artifact.read(chart)
await writeFile(file, Buffer.from(await image.arrayBuffer()))
console.log(`The chart is in ${file}.`)
