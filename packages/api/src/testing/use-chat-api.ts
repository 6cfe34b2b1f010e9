import type { Tool } from '@parley/agent'
import { type ScriptedReply, scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll } from 'vitest'
import { createTestApi, type Received, type TestApi } from '../testing.ts'

type World = Parameters<typeof createTestApi>[0]

export type ChatApi = {
  readonly api: TestApi
  /** Set `model` to replace the model. */
  readonly world: World
  /** Access tokens of two users. */
  readonly alice: string
  readonly bob: string
  /** Takes the replies of the next model calls from a list, and records their requests. */
  readonly script: (...replies: ScriptedReply[]) => ReturnType<typeof scriptedModel>
  /** Creates a model configuration, an agent with the data tools, and a session with it. */
  readonly openSession: (
    bearer?: string,
  ) => Promise<{ readonly agentId: string; readonly configId: number; readonly sessionId: string }>
  readonly ask: (sessionId: string, query?: string, bearer?: string) => Promise<Received>
  /** The messages of a session of alice. */
  readonly history: (sessionId: string) => Promise<Received['body']>
}

const DATA_TOOLS = ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
  tool_name,
  tool_server_id: 'parley',
  properties: [],
}))

/** Opens a service whose model is scripted and whose only tool stores a picture, for the tests of a file. */
export function useChatApi(): ChatApi {
  const database = useTestDatabase()
  const world: World = { db: undefined as never, model: scriptedModel([]).model }
  let api: TestApi
  let alice: string
  let bob: string
  beforeAll(async () => {
    api = createTestApi(Object.assign(world, { db: database.db }))
    alice = (await api.signIn()).token
    bob = (await api.signIn()).token
    world.tools = (saveArtifact) => [createGraph(saveArtifact)]
  })
  return {
    world,
    get api() {
      return api
    },
    get alice() {
      return alice
    },
    get bob() {
      return bob
    },
    script(...replies) {
      const scripted = scriptedModel(replies)
      world.model = scripted.model
      return scripted
    },
    openSession: (bearer = alice) => openSession(api, bearer),
    ask: (session_id, query = 'Hi', bearer = alice) =>
      api.send('POST', '/chat/query', { bearer, body: { session_id, query } }),
    history: async (sessionId) =>
      (await api.send('GET', `/chat/session/${sessionId}`, { bearer: alice })).body.data.messages,
  }
}

function createGraph(saveArtifact: Parameters<NonNullable<World['tools']>>[0]): Tool {
  return {
    name: 'create_graph',
    description: 'Draws.',
    parameters: { type: 'object', properties: { sql_results: { type: 'string' } } },
    advice: 'Draw when a picture says more.',
    suggest: (steps) => steps.map(() => 'Show it as a table'),
    call: async () => {
      const bytes = Buffer.from('PNG')
      const path = await saveArtifact({ name: 'chart.png', mediaType: 'image/png', bytes })
      return { status: 'ok', output: { data: '{}', artifacts: [path] }, content: 'drawn' }
    },
  }
}

async function openSession(api: TestApi, bearer: string): ReturnType<ChatApi['openSession']> {
  const config = await api.send('POST', '/llm_config', {
    bearer,
    body: { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' },
  })
  const configId: number = config.body.data.id
  const agent = await api.send('POST', '/agent', {
    bearer,
    body: { name: 'A', description: 'Helps.', model_config_id: configId, tools: DATA_TOOLS },
  })
  const agentId: string = agent.body.data.agent_id
  const body = { name: 'S', persona_id: 4, agent_id: agentId }
  const session = await api.send('POST', '/chat/session/new', { bearer, body })
  return { agentId, configId, sessionId: session.body.data.session_id }
}
