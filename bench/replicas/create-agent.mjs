/**
 * Creates a model configuration and an agent, and opens a session with it.
 *
 * @param {Pick<import('./open-client.mjs').Client, 'call'>} client
 * @param {{ name: string, modelOrigin: string, tools?: readonly object[] }} agent
 * @returns {Promise<{ agentId: string, openSession: (name: string) => Promise<string> }>}
 */
export async function createAgent({ call }, { name, modelOrigin, tools = [] }) {
  const model = { provider: 'ollama', model: 'm', base_url: `${modelOrigin}/v1`, api_key: '' }
  const config = await call('POST /llm_config', { body: { ...model, name, description: '', params: {} } })
  const fields = { name, description: 'Answers.', model_config_id: config.id, tools }
  const { agent_id: agentId } = await call('POST /agent', { body: fields })
  const openSession = async (/** @type {string} */ title) => {
    const body = { name: title, persona_id: 1, agent_id: agentId }
    return (await call('POST /chat/session/new', { body })).session_id
  }
  return { agentId, openSession }
}
