import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import OpenAI from 'openai'
import { beforeAll } from 'vitest'
import { handleWebRequest } from '../rest/handle-web-request.ts'
import { createTestApi, type TestApi } from '../testing.ts'

type World = Parameters<typeof createTestApi>[0]

/** OpenAI's client as two users, and an agent of the first. */
export type OpenAiClients = {
  readonly api: TestApi
  /** What the service works with; a test sets its model. */
  readonly world: World
  readonly database: ReturnType<typeof useTestDatabase>
  /** The access token of the first user. */
  readonly token: string
  readonly client: OpenAI
  readonly stranger: OpenAI
  readonly agentId: string
  readonly configId: number
}

/** Opens the service for OpenAI's client before the first test of a file. The fields are there from then on. */
export function useOpenAiClients(): OpenAiClients {
  const database = useTestDatabase()
  const world: World = { db: undefined as never, model: scriptedModel([]).model }
  const clients = { world, database } as { -readonly [Field in keyof OpenAiClients]: OpenAiClients[Field] }
  beforeAll(async () => {
    const api = createTestApi(Object.assign(world, { db: database.db }))
    const connect = (apiKey: string) =>
      new OpenAI({
        apiKey,
        baseURL: 'http://parley.test/api/v1',
        maxRetries: 0,
        fetch: (url, init) => handleWebRequest(api.deps, new Request(url, init), () => {}),
      })
    const { token } = await api.signIn()
    const send = async (path: string, body: object) =>
      (await api.send('POST', path, { bearer: token, body })).body.data
    const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'Config' }
    const { id: configId } = await send('/llm_config', config)
    const agent = { name: 'Agent', description: 'Knows things.', model_config_id: configId }
    const { agent_id: agentId } = await send('/agent', agent)
    const stranger = connect((await api.signIn()).token)
    Object.assign(clients, { api, token, client: connect(token), stranger, agentId, configId })
  })
  return clients
}
