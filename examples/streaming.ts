// Prints an answer while it is written: node examples/streaming.ts
import { createWeatherAgent, openParley } from './demo-agent.ts'

const parley = openParley()
const agentId = await createWeatherAgent(parley)
const { session_id } = await parley.session.create({ name: 'Weather, live', agent_id: agentId })
const events = parley.chat.queryStream({ session_id, query: 'How many days of fog were there in 2014?' })
for await (const event of events) {
  if (event.type === 'text') process.stdout.write(event.delta)
  if (event.type === 'step_end') console.log(`[${event.step.agent_name}: ${event.step.status}]`)
}
console.log()
