import { dataOf } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireFields, requireOne, requireSome, show } from '../violation.ts'
import { requireFailure } from './envelope.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`
const BUILT_IN = ['create_graph', 'execute_sql', 'find_metadata']

/** Rules about tools, agents and sessions. */
export const AGENT_RULES: readonly Rule[] = [
  {
    anchor: at('tools-builtin'),
    title: 'The built-in tools are listed with tool_server_id parley and an empty config.',
    check: async ({ probe }) => {
      const { tools } = dataOf(await probe('GET', '/mcp/client/parley'), 'GET /mcp/client/parley')
      const list = (Array.isArray(tools) ? tools : []) as Record<string, unknown>[]
      requireOne(
        list
          .map(({ tool_name }) => tool_name)
          .toSorted()
          .join(),
        [BUILT_IN.join()],
        'The names of the tools',
      )
      for (const tool of list) {
        requireOne(tool.tool_server_id, ['parley'], 'tool_server_id of a built-in tool')
        requireOne(JSON.stringify(tool.config), ['{}'], 'config of a built-in tool')
      }
    },
  },
  {
    anchor: at('tools-binding'),
    title: 'Bindings are returned as they were sent, in their order.',
    check: async ({ probe, configId, remove }) => {
      const tools = ['find_metadata', 'execute_sql'].map((tool_name) => ({
        tool_name,
        tool_server_id: 'parley',
        properties: [],
      }))
      const body = { name: 'Conformance check', model_config_id: await configId(), tools }
      const { agent_id } = dataOf(await probe('POST', '/agent', { body }), 'POST /agent')
      remove(`/agent/${agent_id}`)
      const agent = dataOf(await probe('GET', `/agent/${agent_id}`), 'GET /agent/{id}')
      const bound = (Array.isArray(agent.tools) ? agent.tools : []) as Record<string, unknown>[]
      requireOne(bound.length, [tools.length], 'The number of bindings')
      for (const [index, { tool_name }] of tools.entries()) {
        requireSome(bound[index], ['tool_name', 'tool_server_id', 'properties'], 'A binding')
        requireOne(bound[index]?.tool_name, [tool_name], 'tool_name of a binding')
        requireOne(bound[index]?.tool_server_id, ['parley'], 'tool_server_id of a binding')
      }
    },
  },
  {
    anchor: at('tools-search'),
    title: 'A search of tool servers has pages of 10 from 1, and says how many there are.',
    check: async ({ probe }) => {
      const found = dataOf(await probe('GET', '/mcp/client/search?q=&page=1'), 'GET /mcp/client/search')
      requireOne(found.page, [1], 'page of a search')
      requireOne(found.page_size, [10], 'page_size of a search')
      const { total, servers } = found
      ensure(
        total === null || Number.isInteger(total),
        `total is ${show(total)} and must be an integer or null.`,
      )
      ensure(Array.isArray(servers) && servers.length <= 10, 'A page of a search has more than 10 servers.')
      for (const server of servers)
        requireSome(server, ['qualifiedName', 'displayName', 'description'], 'A found tool server')
      requireFailure(await probe('GET', '/mcp/client/search?q=&page=0'), [400], 'a page 0')
    },
  },
  {
    anchor: at('tools-server'),
    title: 'A tool server is returned by its qualified name, with connections, scan and tools.',
    check: async ({ probe }) => {
      const { servers } = dataOf(await probe('GET', '/mcp/client/search?q='), 'GET /mcp/client/search')
      const [first] = [servers ?? []].flat()
      if (first !== undefined) {
        const target = `/mcp/client/server?q=${encodeURIComponent(Object(first).qualifiedName)}`
        const server = Object(dataOf(await probe('GET', target), `GET ${target}`).server)
        requireOne(server.qualifiedName, [Object(first).qualifiedName], 'qualifiedName of a tool server')
        requireSome(server, ['connections', 'security', 'tools'], 'A tool server')
        for (const tool of server.tools) requireSome(tool, ['name', 'inputSchema'], 'A tool of a server')
      }
      const missing = '/mcp/client/server?q=parley-conformance/none'
      requireFailure(await probe('GET', missing), [404], 'an unknown tool server')
    },
  },
  {
    anchor: at('agent-model'),
    title: 'A list shows tool_count in place of the bindings.',
    check: async ({ probe, agentId }) => {
      const id = await agentId()
      const { agents } = dataOf(await probe('GET', '/agent'), 'GET /agent')
      const entry = (Array.isArray(agents) ? agents : []).find((agent: { id?: unknown }) => agent.id === id)
      requireFields(
        entry,
        ['description', 'id', 'model_config_id', 'name', 'tool_count'],
        'An agent in the list',
      )
      requireOne(entry.tool_count, [0], 'tool_count of an agent without tools')
    },
  },
  {
    anchor: at('agent-delete'),
    title: 'An agent with sessions cannot be deleted: 409.',
    check: async ({ probe, agentId, sessionId }) => {
      await sessionId()
      requireFailure(
        await probe('DELETE', `/agent/${await agentId()}`),
        [409],
        'the deletion of an agent with sessions',
      )
    },
  },
  {
    anchor: at('session-agent'),
    title: 'A session can be renamed and given another agent, but none of another user.',
    check: async ({ probe, sessionId, agentId }) => {
      const path = `/chat/session/${await sessionId()}`
      const renamed = dataOf(
        await probe('PATCH', path, { body: { name: 'Renamed' } }),
        'PATCH /chat/session/{id}',
      )
      requireFields(renamed, ['agent_id', 'created_at', 'name', 'session_id'], 'data of the changed session')
      requireOne(renamed.name, ['Renamed'], 'The changed name')
      requireOne(renamed.agent_id, [await agentId()], 'The agent that was not sent')
      const body = { agent_id: '00000000-0000-4000-8000-000000000000' }
      requireFailure(await probe('PATCH', path, { body }), [400], 'an unknown agent')
    },
  },
  {
    anchor: at('session-history'),
    title: 'A session is returned with its messages, and a list with the documented fields.',
    check: async ({ probe, sessionId }) => {
      const id = await sessionId()
      const session = dataOf(await probe('GET', `/chat/session/${id}`), 'GET /chat/session/{id}')
      requireSome(session, ['session_id', 'name', 'created_at', 'agent_id', 'messages'], 'A session')
      ensure(Array.isArray(session.messages), `messages is ${show(session.messages)} and must be a list.`)
      const { sessions } = dataOf(await probe('GET', '/chat/session'), 'GET /chat/session')
      const entry = (Array.isArray(sessions) ? sessions : []).find(
        (one: { session_id?: unknown }) => one.session_id === id,
      )
      requireFields(
        entry,
        ['created_at', 'name', 'persona_id', 'session_id', 'user_id'],
        'A session in the list',
      )
    },
  },
  {
    anchor: at('session-persona'),
    title: 'A session has persona 1 by default, and an unknown persona is 400.',
    check: async ({ probe, sessionId, agentId }) => {
      const session = dataOf(
        await probe('GET', `/chat/session/${await sessionId()}`),
        'GET /chat/session/{id}',
      )
      requireOne(session.persona_id, [1], 'persona_id of a new session')
      const body = { agent_id: await agentId(), persona_id: 999 }
      requireFailure(await probe('POST', '/chat/session/new', { body }), [400], 'an unknown persona')
    },
  },
]
