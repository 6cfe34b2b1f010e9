/**
 * Creates an account with an agent and some chats, so that the list has entries.
 *
 * @param {import('../start-service.mjs').Service} service
 * @returns {Promise<string>} the token of the account
 */
export async function openWorkspace({ origin, call, signIn }) {
  const token = await signIn()
  const base_url = `${origin}/demo-model/v1`
  const config = { provider: 'ollama', model: 'parley-demo', base_url, name: 'Demo' }
  const { id } = await call('POST', '/llm_config', { token, body: config })
  const { agent_id } = await call('POST', '/agent', { token, body: { name: 'Analyst', model_config_id: id } })
  for (let number = 1; number <= 20; number++) {
    await call('POST', '/chat/session/new', { token, body: { name: `Chat ${number}`, agent_id } })
  }
  return token
}
