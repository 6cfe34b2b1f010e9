import { randomUUID } from 'node:crypto'
import type { OPERATIONS } from '@parley/contract'
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

/** One row for each operation. A new operation does not compile without one. */
export const ISOLATION_ROWS: Readonly<Record<OperationName, IsolationRow>> = {
  'apiKey.revokeSelf': ({ api_key_id }) => ({ api_key_id }),
  'apiKey.create': () => ({ name: 'New' }),
  'apiKey.list': () => ({}),
  'apiKey.revoke': ({ api_key_id }) => ({ api_key_id }),
  'auth.challenge': () => ({ wallet: `0x${'1'.repeat(40)}` }),
  'auth.verify': () => ({ wallet: `0x${'1'.repeat(40)}`, signature: `0x${'1'.repeat(130)}` }),
  'auth.challengePasskey': () => ({ purpose: 'sign_in' }),
  'auth.verifyPasskey': () => ({ credential }),
  'auth.registerPasskey': () => ({ credential, label: 'New' }),
  'auth.recover': () => ({ code: 'none' }),
  'auth.signOut': () => ({}),
  'account.get': () => ({}),
  'account.addWallet': () => ({ wallet: `0x${'1'.repeat(40)}`, signature: `0x${'1'.repeat(130)}` }),
  'account.startPasskey': () => ({ label: 'New' }),
  'account.addPasskey': () => ({ credential, label: 'New' }),
  'account.removeSignIn': () => ({ sign_in_id: randomUUID() }),
  'account.createRecoveryCodes': () => ({}),
  'account.endOtherSessions': () => ({}),
  'account.erase': () => ({ user_id: 'none' }),
  'mcp.listBuiltinTools': () => ({}),
  'mcp.search': () => ({ q: 'x' }),
  'mcp.server': () => ({ q: TOOL.tool_server_id }),
  'mcp.listServerTools': () => ({ tool_server_id: TOOL.tool_server_id }),
  'mcp.signInState': () => ({ q: TOOL.tool_server_id }),
  'mcp.startSignIn': () => ({ tool_server_id: TOOL.tool_server_id }),
  'mcp.endSignIn': () => ({ tool_server_id: TOOL.tool_server_id }),
  'llmConfig.create': () => model,
  'llmConfig.get': ({ config_id }) => ({ config_id }),
  'llmConfig.list': () => ({}),
  'llmConfig.update': ({ config_id }) => ({ config_id, description: 'Changed.' }),
  'llmConfig.delete': ({ config_id }) => ({ config_id }),
  'llmConfig.listTemplates': () => ({}),
  'llmConfig.listModels': () => ({ provider: 'ollama', base_url: 'http://127.0.0.1:1/v1' }),
  'llmConfig.listConfigModels': ({ config_id }) => ({ config_id }),
  'agent.create': ({ config_id }) => ({ name: 'New', model_config_id: config_id, tools: [] }),
  'agent.get': ({ agent_id }) => ({ agent_id }),
  'agent.list': () => ({}),
  'agent.update': ({ agent_id }) => ({ agent_id, description: 'Changed.' }),
  'agent.delete': ({ agent_id }) => ({ agent_id }),
  'agent.listToolProblems': ({ agent_id }) => ({ agent_id }),
  'agent.listStarterQuestions': ({ agent_id }) => ({ agent_id }),
  'agent.readsImages': ({ agent_id }) => ({ agent_id }),
  'agent.addDataSource': ({ agent_id, data_source_id }) => ({ agent_id, data_source_id }),
  'agent.acceptTool': ({ agent_id }) => ({ agent_id, ...TOOL, definition_hash: 'a'.repeat(64) }),
  'session.create': ({ agent_id }) => ({ name: 'New', agent_id }),
  'session.update': ({ session_id }) => ({ session_id, name: 'Changed' }),
  'session.get': ({ session_id }) => ({ session_id }),
  'session.listAnswers': ({ session_id }) => ({ session_id }),
  'session.delete': ({ session_id }) => ({ session_id }),
  'session.list': () => ({}),
  'session.branch': ({ session_id }) => ({ session_id, keep: 0 }),
  'session.listBranches': ({ session_id }) => ({ session_id }),
  'session.listFolders': () => ({}),
  'chat.test': () => model,
  'chat.query': ({ session_id }) => ({ session_id, query: 'Hi' }),
  'chat.invokeAgent': ({ agent_id }) => ({ agent_id, prompt: 'Hi' }),
  'chat.invokeLlm': ({ config_id }) => ({ model_config_id: config_id, prompt: 'Hi' }),
  'run.list': () => ({}),
  'run.get': ({ run_id }) => ({ run_id }),
  'run.evidence': ({ run_id }) => ({ run_id }),
  'run.follow': ({ run_id }) => ({ run_id }),
  'run.cancel': ({ run_id }) => ({ run_id }),
  'run.inspect': ({ run_id }) => ({ run_id }),
  'run.approve': ({ run_id }) => ({ run_id, step_id: 1, decision: 'deny' }),
  'run.listApprovals': ({ run_id }) => ({ run_id }),
  'rating.save': ({ run_id }) => ({ run_id, verdict: 'up' }),
  'rating.get': ({ run_id }) => ({ run_id }),
  'rating.delete': ({ run_id }) => ({ run_id }),
  'rating.list': () => ({}),
  'persona.list': () => ({}),
  'persona.listOwn': () => ({}),
  'persona.create': () => ({ name: 'New', description: '', instructions: 'Sing.' }),
  'persona.update': ({ persona_id }) => ({ id: persona_id, name: 'Changed' }),
  'persona.delete': ({ persona_id }) => ({ id: persona_id }),
  'dataSource.create': () => ({ name: 'more', format: 'csv', content: 'a\n1\n' }),
  'dataSource.test': () => ({ connection }),
  'dataSource.get': ({ data_source_id }) => ({ data_source_id }),
  'dataSource.list': () => ({}),
  'dataSource.update': ({ data_source_id }) => ({ data_source_id, description: 'Changed.' }),
  'dataSource.refresh': ({ data_source_id }) => ({ data_source_id }),
  'dataSource.profile': ({ data_source_id }) => ({ data_source_id }),
  'dataSource.reread': ({ data_source_id }) => ({ data_source_id, table: 'sales.data', settings: {} }),
  'dataSource.delete': ({ data_source_id }) => ({ data_source_id }),
  'dataSource.listSamples': () => ({}),
  'dataSource.query': () => ({ sql: 'select 1' }),
  'user.list': () => ({}),
  'event.list': () => ({}),
  'usage.get': () => ({}),
  'usage.list': () => ({}),
  'event.verify': () => ({}),
  'erasure.get': () => ({ erasure_id: randomUUID() }),
  'erasure.list': () => ({}),
  'user.getLimits': () => ({ parley_uuid: randomUUID() }),
  'user.updateLimits': () => ({ parley_uuid: randomUUID(), turns: 1 }),
  'user.erase': () => ({ parley_uuid: randomUUID() }),
  'user.update': () => ({ parley_uuid: randomUUID(), role: 'member' }),
  'invitation.create': () => ({}),
  'invitation.list': () => ({}),
  'invitation.delete': () => ({ invitation_id: randomUUID() }),
  'invitation.read': () => ({ invitation: 'none' }),
  'invitation.accept': () => ({ invitation: 'none' }),
  'webhook.create': () => ({ url: 'https://example.com/hook' }),
  'webhook.list': () => ({}),
  'webhook.get': ({ webhook_id }) => ({ webhook_id }),
  'webhook.update': ({ webhook_id }) => ({ webhook_id, is_enabled: false }),
  'webhook.delete': ({ webhook_id }) => ({ webhook_id }),
  'webhook.rotateSecret': ({ webhook_id }) => ({ webhook_id }),
  'webhook.test': ({ webhook_id }) => ({ webhook_id }),
  'webhook.listDeliveries': ({ webhook_id }) => ({ webhook_id }),
  'webhook.replay': ({ webhook_id, delivery_id }) => ({ webhook_id, delivery_id }),
  'definition.list': () => ({}),
  'definition.create': () => ({ kind: 'term', name: `word ${randomUUID()}` }),
  'definition.update': ({ definition_id }) => ({ definition_id, text: 'Changed.' }),
  'definition.delete': ({ definition_id }) => ({ definition_id }),
  'definition.exportDocument': () => ({}),
  'definition.importDocument': () => ({ document: 'semantic_model: []' }),
  'suggestion.list': () => ({}),
  'suggestion.accept': ({ suggestion_id }) => ({ suggestion_id }),
  'suggestion.dismiss': ({ suggestion_id }) => ({ suggestion_id }),
  'definition.saveAnswer': ({ run_id }) => ({ run_id, question: 'How many?' }),
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

/** Creates one record of each kind for the user of the token, with the secrets of `CANARIES`. */
export async function createRecords(
  api: TestApi,
  bearer: string,
  createPersona: () => Promise<number>,
): Promise<RecordIds> {
  const post = async (path: string, body: object) => {
    const reply = await api.send('POST', path, { bearer, body })
    if (reply.status !== 200) throw new Error(`${path}: ${reply.body.message}`)
    return reply.body.data
  }
  const { id: config_id } = await post('/llm_config', { ...model, api_key: CANARIES.providerKey })
  const { agent_id } = await post('/agent', { name: 'A', model_config_id: config_id, tools })
  const { session_id } = await post('/chat/session/new', { name: 'S', agent_id })
  await post('/chat/query', { session_id, query: 'Hi' })
  const { runs } = (await api.send('GET', '/chat/run', { bearer })).body.data
  const rating = { verdict: 'down', comment: 'canary', corrected_statement: 'select 1' }
  await post(`/chat/run/${runs[0].run_id}/rating`, rating)
  const [{ suggestion_id }] = (await api.send('GET', '/suggestion', { bearer })).body.data.suggestions
  const source = { name: `sales_${randomUUID().slice(0, 8)}`, format: 'csv', content: 'a\n1\n' }
  const { id: data_source_id } = await post('/data_source', source)
  const { api_key_id } = await post('/apikeys', { name: 'K' })
  const { webhook_id } = (await post('/webhook', { url: 'https://example.com/hook' })).webhook
  const { delivery_id } = await post(`/webhook/${webhook_id}/test`, {})
  const { id: definition_id } = await post('/definition', { kind: 'term', name: `word ${randomUUID()}` })
  const persona_id = await createPersona()
  const { run_id } = runs[0]
  const records = { config_id, agent_id, session_id, run_id, data_source_id, persona_id, api_key_id }
  return { ...records, webhook_id, delivery_id, definition_id, suggestion_id }
}
