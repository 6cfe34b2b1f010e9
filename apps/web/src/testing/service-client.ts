export type Sent = {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export type ServiceClient = {
  readonly origin: string
  readonly fetch: (method: string, path: string, sent?: Sent) => Promise<Response>
  /** Sends JSON and returns the data of the reply. Throws when the reply is a failure. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever field it is about; the api package checks the schemas.
  readonly call: (method: string, path: string, sent?: Sent) => Promise<any>
  /** A session with its own agent, bound to the built-in tools. */
  readonly openSession: (token: string) => Promise<string>
}

const BUILTIN_TOOLS = ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
  tool_name,
  tool_server_id: 'parley',
  properties: [],
}))

/** Calls a running service as its clients do. */
export function createClient(origin: string): ServiceClient {
  const send: ServiceClient['fetch'] = (method, path, { token, body, headers, signal } = {}) =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })

  const call: ServiceClient['call'] = async (method, path, sent) => {
    const reply = await send(method, `/api${path}`, sent)
    const envelope = JSON.parse(await reply.text())
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${envelope.message}`)
    return envelope.data
  }

  async function openSession(token: string): Promise<string> {
    const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' }
    const config = await call('POST', '/llm_config', { token, body: model })
    const fields = { name: 'A', model_config_id: config.id, tools: BUILTIN_TOOLS }
    const agent = await call('POST', '/agent', { token, body: fields })
    const body = { name: 'S', agent_id: agent.agent_id }
    return (await call('POST', '/chat/session/new', { token, body })).session_id
  }

  return { origin, fetch: send, call, openSession }
}
