import { createParleyClient, type ParleyClient } from '@parley/sdk'

export const ORIGIN = process.env.PARLEY_ORIGIN ?? 'http://127.0.0.1:3000'

/**
 * The API key of `PARLEY_API_KEY`.
 *
 * @throws an Error when the variable is not set
 */
export function readApiKey(): string {
  const apiKey = process.env.PARLEY_API_KEY
  if (!apiKey) throw new Error('Set PARLEY_API_KEY to a key from the console, Settings → API keys.')
  return apiKey
}

/** A client for the service with the API key of `PARLEY_API_KEY`. */
export function openParley(): ParleyClient {
  return createParleyClient({ origin: ORIGIN, credential: readApiKey() })
}

/**
 * Connects the weather of Seattle and creates an agent that reads it with the three built-in tools, on the demo model.
 *
 * @returns the agent's id
 */
export async function createWeatherAgent(parley: ParleyClient): Promise<string> {
  const { id: modelConfigId } = await parley.llmConfig.create({
    provider: 'ollama',
    model: 'parley-demo',
    base_url: `${ORIGIN}/demo-model/v1`,
    name: 'Demo model',
  })
  const { data_sources: connected } = await parley.dataSource.list()
  if (!connected.some(({ name }) => name === 'seattle_weather'))
    await parley.dataSource.create({ sample: 'seattle_weather' })
  const { agent_id } = await parley.agent.create({
    name: 'Weather analyst',
    description: 'Answers questions about the weather.',
    model_config_id: modelConfigId,
    tools: ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
      tool_name,
      tool_server_id: 'parley',
      properties: [],
    })),
  })
  return agent_id
}
