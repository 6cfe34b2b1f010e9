import { dataOf, type Probe, type Reply } from './probe.ts'
import { withReceiver } from './receiver.ts'

/** How the server reaches a model, for the rules about answers. */
export type ModelAccess = { readonly baseUrl: string; readonly model: string }

/** The records that the rules work with. Each is created when a rule first needs it, and removed at the end. */
export type World = {
  readonly probe: Probe
  /** The API key of a second user; null when there is none. */
  readonly otherKey: string | null
  readonly model: ModelAccess | null
  /** Whether the server can reach a receiver on this machine. */
  readonly isReached: boolean
  /** How long a rule waits for a delivery of a webhook, in milliseconds. */
  readonly longestDeliveryMs: number
  /** Opens a receiver of webhooks while `use` runs. */
  readonly receive: typeof withReceiver
  /** Creates a further configuration. */
  readonly createConfig: (access: ModelAccess) => Promise<number>
  readonly configId: () => Promise<number>
  /** An agent without tools. */
  readonly agentId: () => Promise<string>
  /** A session with that agent. */
  readonly sessionId: () => Promise<string>
  /** Opens a further session. */
  readonly openSession: (agentId: string, name?: string) => Promise<string>
  /** A data source with a table of two rows. */
  readonly rainId: () => Promise<string>
  /** Asks a question in a new session, answered without tools. */
  readonly ask: (query: string) => Promise<{ readonly sessionId: string; readonly reply: Reply }>
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
export const SILENT = { baseUrl: 'http://127.0.0.1:9/v1', model: 'none' }
const NAME = 'Conformance check'
/** The table that the built-in tools find. */
const SOURCE = { name: 'conformance_rain', format: 'csv', content: 'city,rain\nOslo,12\nRome,3\n' }

type Options = Pick<World, 'probe' | 'otherKey' | 'model' | 'isReached' | 'longestDeliveryMs'>

/** Opens the records of one check. */
export function openWorld(options: Options): World {
  const { probe, model } = options
  const paths: string[] = []
  const remove = (path: string) => void paths.unshift(path)
  const create = async (path: string, body: unknown) =>
    dataOf(await probe('POST', path, { body }), `POST ${path}`)

  const createConfig = async ({ baseUrl, model: name }: ModelAccess) => {
    const { id } = await create('/llm_config', {
      provider: 'ollama',
      model: name,
      base_url: baseUrl,
      name: NAME,
    })
    remove(`/llm_config/${id}`)
    return Number(id)
  }
  const configId = once(() => createConfig(model ?? SILENT))
  const createAgent = async (tools: readonly unknown[]) => {
    const { agent_id } = await create('/agent', { name: NAME, model_config_id: await configId(), tools })
    remove(`/agent/${agent_id}`)
    return String(agent_id)
  }
  const openSession = async (agent_id: string, name = NAME) => {
    const { session_id } = await create('/chat/session/new', { name, agent_id })
    remove(`/chat/session/${session_id}`)
    return String(session_id)
  }
  const agentId = once(() => createAgent([]))
  const sessionId = once(async () => openSession(await agentId()))
  const askIn = async (opened: string, query: string) => {
    const reply = await probe('POST', '/chat/query', { body: { session_id: opened, query } })
    return { sessionId: opened, reply }
  }
  const ask = async (query: string) => askIn(await openSession(await agentId()), query)
  const direct = once(() => ask('Hello'))
  const rainId = once(async () => {
    const { id } = await create('/data_source', SOURCE)
    remove(`/data_source/${id}`)
    return String(id)
  })
  const traced = once(async () => {
    await rainId()
    const tools = ['find_metadata', 'execute_sql'].map((tool_name) => ({
      tool_name,
      tool_server_id: 'parley',
      properties: [],
    }))
    const equipped = await createAgent(tools)
    const asked = await askIn(await openSession(equipped), 'How many rows are in conformance_rain?')
    return { agentId: equipped, ...asked }
  })
  const close = async () => {
    for (const path of paths) await probe('DELETE', path).catch(() => {})
  }
  const records = { createConfig, configId, agentId, sessionId, openSession, rainId }
  return { ...options, ...records, ask, direct, traced, receive: withReceiver, remove, close }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
