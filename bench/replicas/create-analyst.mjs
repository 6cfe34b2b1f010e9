const TOOLS = ['find_metadata', 'execute_sql', 'create_graph']

/**
 * Connects the weather sample, and creates a demo model and an agent with the data tools. Returns the agent.
 *
 * @param {Pick<import('./open-client.mjs').Client, 'call'>} client
 * @param {string} origin of the service, which serves the demo model
 * @returns {Promise<string>}
 */
export async function createAnalyst({ call }, origin) {
  await call('POST /data_source', { body: { sample: 'seattle_weather' } })
  const model = { provider: 'ollama', model: 'parley-demo', base_url: `${origin}/demo-model/v1`, api_key: '' }
  const config = await call('POST /llm_config', {
    body: { ...model, name: 'Demo', description: '', params: {} },
  })
  const tools = TOOLS.map((name) => ({ tool_name: name, tool_server_id: 'parley', properties: [] }))
  const agent = { name: 'Analyst', description: 'Answers.', model_config_id: config.id, tools }
  return (await call('POST /agent', { body: agent })).agent_id
}
