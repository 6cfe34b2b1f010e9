// Asks in the background and follows the run: node examples/background.ts
import { createWeatherAgent, openParley } from './demo-agent.ts'

const parley = openParley()
const agentId = await createWeatherAgent(parley)
const { session_id } = await parley.session.create({ name: 'Weather, later', agent_id: agentId })
const query = 'How many days of fog were there in 2014?'
const { run_id, links } = await parley.chat.queryInBackground({ session_id, query })
console.log(`The run goes on: ${links.events}`)

const answer = await parley.run.follow({ run_id })
console.log(answer.content)
const { runs } = await parley.run.list({ session_id })
for (const run of runs) console.log(`${run.run_id}: ${run.status}`)
