import { randomUUID } from 'node:crypto'
import { type Endpoint, exampleInput, type OPERATIONS } from '@parley/contract'
import type { TestApi } from '../testing.ts'

/** The records of one user, or ids of records that do not exist. */
export type RecordIds = {
  readonly config_id: number
  readonly agent_id: string
  readonly session_id: string
  readonly run_id: string
  readonly data_source_id: string
  readonly persona_id: number
  readonly api_key_id: string
  readonly webhook_id: string
  readonly delivery_id: string
  readonly definition_id: string
  readonly suggestion_id: string
}

/** A valid request to the records of one user. A row without a parameter names no record. */
export type IsolationRow = (ids: RecordIds) => Readonly<Record<string, unknown>>

type Nouns = typeof OPERATIONS
type OperationName = {
  [Noun in keyof Nouns & string]: `${Noun}.${keyof Nouns[Noun] & string}`
}[keyof Nouns & string]

/** Secrets of a user's records. No reply to another user, and none to a key without `secrets`, may hold one. */
export const CANARIES = { providerKey: 'canary-provider-key', property: 'canary-property-value' }

const TOOL = { tool_name: 'search', tool_server_id: 'example/search' }
const tools = [{ ...TOOL, properties: [{ key: 'token', datatype: 'string', value: CANARIES.property }] }]
const model = {
  provider: 'ollama',
  base_url: 'http://127.0.0.1:1/v1',
  model: 'm',
  name: 'C',
}
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA' } }
const connection = { kind: 'postgresql', host: '127.0.0.1', database: 'd', user: 'u', password: 'p' }

/** The rows of operations whose example is not enough: it names a record by another word, or asks more than a cell should. */
const ROWS: Readonly<Partial<Record<OperationName, IsolationRow>>> = {
  'apiKey.create': () => ({ name: 'New' }),
  'auth.challenge': () => ({ wallet: `0x${'1'.repeat(40)}` }),
  'auth.verify': () => ({ wallet: `0x${'1'.repeat(40)}`, signature: `0x${'1'.repeat(130)}` }),
  'auth.challengePasskey': () => ({ purpose: 'sign_in' }),
  'auth.verifyPasskey': () => ({ credential }),
  'auth.registerPasskey': () => ({ credential, label: 'New' }),
  'auth.recover': () => ({ code: 'none' }),
  'account.addWallet': () => ({ wallet: `0x${'1'.repeat(40)}`, signature: `0x${'1'.repeat(130)}` }),
  'account.startPasskey': () => ({ label: 'New' }),
  'account.addPasskey': () => ({ credential, label: 'New' }),
  'account.removeSignIn': () => ({ sign_in_id: randomUUID() }),
  'account.erase': () => ({ user_id: 'none' }),
  'mcp.search': () => ({ q: 'x' }),
  'mcp.server': () => ({ q: TOOL.tool_server_id }),
  'mcp.listServerTools': () => ({ tool_server_id: TOOL.tool_server_id }),
  'mcp.signInState': () => ({ q: TOOL.tool_server_id }),
  'mcp.startSignIn': () => ({ tool_server_id: TOOL.tool_server_id }),
  'mcp.endSignIn': () => ({ tool_server_id: TOOL.tool_server_id }),
  'llmConfig.create': () => model,
  'llmConfig.update': ({ config_id }) => ({ config_id, description: 'Changed.' }),
  'llmConfig.listModels': () => ({ provider: 'ollama', base_url: 'http://127.0.0.1:1/v1' }),
  'agent.create': ({ config_id }) => ({ name: 'New', model_config_id: config_id, tools: [] }),
  'agent.update': ({ agent_id }) => ({ agent_id, description: 'Changed.' }),
  'agent.acceptTool': ({ agent_id }) => ({ agent_id, ...TOOL, definition_hash: 'a'.repeat(64) }),
  'session.create': ({ agent_id }) => ({ name: 'New', agent_id }),
  'session.update': ({ session_id }) => ({ session_id, name: 'Changed' }),
  'session.branch': ({ session_id }) => ({ session_id, keep: 0 }),
  'chat.test': () => model,
  'chat.query': ({ session_id }) => ({ session_id, query: 'Hi' }),
  'chat.invokeAgent': ({ agent_id }) => ({ agent_id, prompt: 'Hi' }),
  'chat.invokeLlm': ({ config_id }) => ({ model_config_id: config_id, prompt: 'Hi' }),
  'run.approve': ({ run_id }) => ({ run_id, step_id: 1, decision: 'deny' }),
  'rating.save': ({ run_id }) => ({ run_id, verdict: 'up' }),
  'persona.create': () => ({ name: 'New', description: '', instructions: 'Sing.' }),
  'persona.update': ({ persona_id }) => ({ id: persona_id, name: 'Changed' }),
  'persona.delete': ({ persona_id }) => ({ id: persona_id }),
  'dataSource.create': () => ({ name: 'more', format: 'csv', content: 'a\n1\n' }),
  'dataSource.test': () => ({ connection }),
  'dataSource.update': ({ data_source_id }) => ({ data_source_id, description: 'Changed.' }),
  'dataSource.reread': ({ data_source_id }) => ({ data_source_id, table: 'sales.data', settings: {} }),
  'dataSource.query': () => ({ sql: 'select 1' }),
  'erasure.get': () => ({ erasure_id: randomUUID() }),
  'user.getLimits': () => ({ parley_uuid: randomUUID() }),
  'user.updateLimits': () => ({ parley_uuid: randomUUID(), turns: 1 }),
  'user.erase': () => ({ parley_uuid: randomUUID() }),
  'user.update': () => ({ parley_uuid: randomUUID(), role: 'member' }),
  'invitation.delete': () => ({ invitation_id: randomUUID() }),
  'invitation.read': () => ({ invitation: 'none' }),
  'invitation.accept': () => ({ invitation: 'none' }),
  'webhook.create': () => ({ url: 'https://example.com/hook' }),
  'webhook.update': ({ webhook_id }) => ({ webhook_id, is_enabled: false }),
  'definition.create': () => ({ kind: 'term', name: `word ${randomUUID()}` }),
  'definition.update': ({ definition_id }) => ({ definition_id, text: 'Changed.' }),
  'definition.importDocument': () => ({ document: 'semantic_model: []' }),
  'definition.saveAnswer': ({ run_id }) => ({ run_id, question: 'How many?' }),
}

/**
 * The row of an operation: its own, or the example of the contract with the ids of a user's records in it, also where they
 * are optional. Throws an Error where the example names a record by a word that no record of a user has.
 */
export function isolationRowOf(endpoint: Endpoint): IsolationRow {
  const own = ROWS[endpoint.name as OperationName]
  if (own) return own
  const example = exampleInput(endpoint)
  const unknown = Object.keys(example).find((name) => /(^|_)id$/.test(name) && !isRecordId(name))
  if (unknown !== undefined) throw new Error(`${endpoint.name} needs a row: no user has a record ${unknown}.`)
  const ids = Object.keys(endpoint.input.shape).filter(isRecordId)
  if (ids.length === 0) return () => example
  return (records) => ({ ...example, ...Object.fromEntries(ids.map((name) => [name, records[name]])) })
}

function isRecordId(name: string): name is keyof RecordIds {
  return name in missingIds()
}

/** Valid ids of records that do not exist. */
export function missingIds(): RecordIds {
  return {
    config_id: 999_999_999,
    agent_id: randomUUID(),
    session_id: randomUUID(),
    run_id: randomUUID(),
    data_source_id: randomUUID(),
    persona_id: 999_999_999,
    api_key_id: 'zzzzzzzzzzzz',
    webhook_id: randomUUID(),
    delivery_id: randomUUID(),
    definition_id: randomUUID(),
    suggestion_id: randomUUID(),
  }
}

/** The names of the records that a row sends. */
export function recordsNamedBy(row: IsolationRow): ReadonlySet<string> {
  const names = new Set<string>()
  const ids = new Proxy(missingIds(), {
    get: (target, name, receiver) => {
      names.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
  row(ids)
  return names
}

type Owner = {
  readonly api: TestApi
  readonly bearer: string
  readonly createPersona: () => Promise<number>
}

/** Records that exist together, and how a user gets them. */
const GROUPS: readonly {
  readonly names: readonly (keyof RecordIds)[]
  readonly create: (owner: Owner) => Promise<Partial<RecordIds>>
}[] = [
  { names: ['config_id', 'agent_id', 'session_id', 'run_id', 'suggestion_id'], create: createConversation },
  { names: ['data_source_id'], create: createDataSource },
  {
    names: ['persona_id'],
    create: async ({ createPersona }) => ({ persona_id: await createPersona() }),
  },
  {
    names: ['api_key_id'],
    create: async (owner) => {
      const { api_key_id } = await post(owner, '/apikeys', { name: 'K' })
      return { api_key_id }
    },
  },
  { names: ['webhook_id', 'delivery_id'], create: createDelivery },
  {
    names: ['definition_id'],
    create: async (owner) => {
      const { id } = await post(owner, '/definition', { kind: 'term', name: `word ${randomUUID()}` })
      return { definition_id: id }
    },
  },
]

/**
 * Creates the records of these names for a user, and those that exist with them, with the secrets of `CANARIES`; one of
 * each kind without names. The other ids are of records that do not exist. Throws an Error when a record is refused.
 */
export async function createRecords(owner: Owner, names?: ReadonlySet<string>): Promise<RecordIds> {
  let records = missingIds()
  for (const group of GROUPS) {
    if (names && !group.names.some((name) => names.has(name))) continue
    records = { ...records, ...(await group.create(owner)) }
  }
  return records
}

async function createConversation(owner: Owner) {
  const { id: config_id } = await post(owner, '/llm_config', { ...model, api_key: CANARIES.providerKey })
  const { agent_id } = await post(owner, '/agent', { name: 'A', model_config_id: config_id, tools })
  const { session_id } = await post(owner, '/chat/session/new', { name: 'S', agent_id })
  await post(owner, '/chat/query', { session_id, query: 'Hi' })
  const { api, bearer } = owner
  const [{ run_id }] = (await api.send('GET', '/chat/run', { bearer })).body.data.runs
  const rating = { verdict: 'down', comment: 'canary', corrected_statement: 'select 1' }
  await post(owner, `/chat/run/${run_id}/rating`, rating)
  const [{ suggestion_id }] = (await api.send('GET', '/suggestion', { bearer })).body.data.suggestions
  return { config_id, agent_id, session_id, run_id, suggestion_id }
}

async function createDataSource(owner: Owner) {
  const source = { name: `sales_${randomUUID().slice(0, 8)}`, format: 'csv', content: 'a\n1\n' }
  const { id: data_source_id } = await post(owner, '/data_source', source)
  return { data_source_id }
}

async function createDelivery(owner: Owner) {
  const { webhook_id } = (await post(owner, '/webhook', { url: 'https://example.com/hook' })).webhook
  const { delivery_id } = await post(owner, `/webhook/${webhook_id}/test`, {})
  return { webhook_id, delivery_id }
}

async function post({ api, bearer }: Owner, path: string, body: object) {
  const reply = await api.send('POST', path, { bearer, body })
  if (reply.status !== 200) throw new Error(`${path}: ${reply.body.message}`)
  return reply.body.data
}
