/**
 * Signs in and opens sessions with one agent that has the three built-in tools and asks the given model.
 *
 * @param {import('./start-service.mjs').Service} service
 * @param {{ origin: string }} model
 * @param {number} count
 * @returns {Promise<{ token: string, sessions: string[], openSession: () => Promise<string> }>}
 */
export async function openSessions(service, model, count) {
  const token = await service.signIn()
  const base_url = `${model.origin}/v1`
  const config = await service.call('POST', '/llm_config', {
    token,
    body: { provider: 'ollama', base_url, model: 'zero', name: 'Zero', api_key: 'key' },
  })
  const tools = ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
    tool_name,
    tool_server_id: 'parley',
    properties: [],
  }))
  const { agent_id } = await service.call('POST', '/agent', {
    token,
    body: { name: 'Analyst', model_config_id: config.id, tools },
  })
  const openSession = async () => {
    const body = { name: 'Bench', agent_id }
    return (await service.call('POST', '/chat/session/new', { token, body })).session_id
  }
  const sessions = []
  for (let opened = 0; opened < count; opened++) sessions.push(await openSession())
  return { token, sessions, openSession }
}
