// An agent behind OpenAI's own client: node examples/openai-client.ts
import OpenAI from 'openai'
import { createWeatherAgent, ORIGIN, openParley, readApiKey } from './demo-agent.ts'

const agentId = await createWeatherAgent(openParley())
const openai = new OpenAI({ baseURL: `${ORIGIN}/api/v1`, apiKey: readApiKey() })
const completion = await openai.chat.completions.create({
  model: agentId,
  messages: [{ role: 'user', content: 'What was the highest temperature in Seattle?' }],
})
console.log(completion.choices[0]?.message.content)
