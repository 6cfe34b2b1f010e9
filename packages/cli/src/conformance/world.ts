import { dataOf, type Probe, type Reply } from './probe.ts'

/** How the server reaches a model, for the rules about answers. */
export type ModelAccess = { readonly baseUrl: string; readonly model: string }

/** The records that the rules work with. Each is created when a rule first needs it, and removed at the end. */
export type World = {
  readonly probe: Probe
  /** The API key of a second user; null when there is none. */
  readonly otherKey: string | null
  readonly model: ModelAccess | null
  readonly configId: () => Promise<number>
  /** An agent without tools. */
  readonly agentId: () => Promise<string>
  /** A session with that agent. */
  readonly sessionId: () => Promise<string>
  /** A question to that session, answered without tools. */
  readonly direct: () => Promise<{ readonly sessionId: string; readonly reply: Reply }>
  /** A question that needs a tool, with the trace of its run. */
  readonly traced: () => Promise<{
    readonly agentId: string
    readonly sessionId: string
    readonly reply: Reply
  }>
  /** Remembers a record that a rule has created; its path is deleted at the end. */
  readonly remove: (path: string) => void
  readonly close: () => Promise<void>
}

/** A configuration that is never asked: nothing listens there. */
const SILENT = { baseUrl: 'http://127.0.0.1:9/v1', model: 'none' }
const NAME = 'Conformance check'
/** The table that the built-in tools find. */
const SOURCE = { name: 'conformance_rain', format: 'csv', content: 'city,rain\nOslo,12\nRome,3\n' }

type Options = { readonly probe: Probe; readonly otherKey: string | null; readonly model: ModelAccess | null }

/** Opens the records of one check. */
export function openWorld({ probe, otherKey, model }: Options): World {
  const paths: string[] = []
  const remove = (path: string) => void paths.unshift(path)
  const create = async (path: string, body: unknown) =>
    dataOf(await probe('POST', path, { body }), `POST ${path}`)

  const configId = once(async () => {
    const { baseUrl, model: name } = model ?? SILENT
    const { id } = await create('/llm_config', {
      provider: 'ollama',
      model: name,
      base_url: baseUrl,
      name: NAME,
    })
    remove(`/llm_config/${id}`)
    return Number(id)
  })
  const createAgent = async (tools: readonly unknown[]) => {
    const { agent_id } = await create('/agent', { name: NAME, model_config_id: await configId(), tools })
    remove(`/agent/${agent_id}`)
    return String(agent_id)
  }
  const openSession = async (agent_id: string) => {
    const { session_id } = await create('/chat/session/new', { name: NAME, agent_id })
    remove(`/chat/session/${session_id}`)
    return String(session_id)
  }
  const agentId = once(() => createAgent([]))
  const sessionId = once(async () => openSession(await agentId()))
  const direct = once(async () => {
    const opened = await openSession(await agentId())
    const reply = await probe('POST', '/chat/query', { body: { session_id: opened, query: 'Hello' } })
    return { sessionId: opened, reply }
  })
  const traced = once(async () => {
    const source = await probe('POST', '/data_source', { body: SOURCE })
    if (source.status === 200) remove(`/data_source/${source.data.id}`)
    const tools = ['find_metadata', 'execute_sql'].map((tool_name) => ({
      tool_name,
      tool_server_id: 'parley',
      properties: [],
    }))
    const equipped = await createAgent(tools)
    const opened = await openSession(equipped)
    const query = 'How many rows are in conformance_rain?'
    const reply = await probe('POST', '/chat/query', { body: { session_id: opened, query } })
    return { agentId: equipped, sessionId: opened, reply }
  })
  const close = async () => {
    for (const path of paths) await probe('DELETE', path).catch(() => {})
  }
  return { probe, otherKey, model, configId, agentId, sessionId, direct, traced, remove, close }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
