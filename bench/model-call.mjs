const JSON_TYPE = { 'content-type': 'application/json' }
const MESSAGES = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Six times seven?' },
]

/**
 * One call of a model through the service, POST /chat/invoke-llm, and the same call through a bare proxy.
 *
 * @param {Awaited<ReturnType<typeof import('./start-service.mjs').startEngine>>} service
 * @param {{ readonly origin: string }} model the zero-latency model
 */
export async function prepareModelCall(service, model) {
  const token = await service.signIn()
  const body = {
    provider: 'ollama',
    base_url: `${model.origin}/v1`,
    model: 'zero',
    name: 'Zero',
    api_key: 'key',
  }
  const config = await service.call('POST', '/llm_config', { token, body })
  const [system, user] = MESSAGES.map(({ content }) => content)
  const own = {
    path: '/api/chat/invoke-llm',
    method: 'POST',
    headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
    body: JSON.stringify({ model_config_id: config.id, prompt: user, system_message: system }),
  }
  const bare = {
    path: '/',
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ model: 'zero', messages: MESSAGES }),
  }
  return { own, bare }
}
