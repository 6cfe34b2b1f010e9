import { setTimeout as sleep } from 'node:timers/promises'
import type { Inputs, Reader } from './sample-account.ts'

const DATA_TOOLS = ['find_metadata', 'execute_sql', 'create_graph']
const builtin = (tool_name: string) => ({ tool_name, tool_server_id: 'parley', properties: [] })
const ORDERS = [
  { country: 'Norway', total: 12 },
  { country: 'Italy', total: 30 },
]
const CUSTOMERS = [{ name: 'Maria' }, { name: 'Olav' }]
const CHART = 'What was the average maximum temperature in Seattle by month? Show it as a line chart.'

/** What the records point at. */
type World = {
  readonly databaseUrl: string
  /** The address of webhooks. */
  readonly receiver: string
}

/** Everything that the examples about agents, data, chats, runs and webhooks need. */
export async function prepareRecords(reader: Reader, world: World) {
  const { origin, parley } = reader
  const base_url = `${origin}/demo-model/v1`
  const newConfig = () =>
    parley.llmConfig.create({ provider: 'ollama', model: 'parley-demo', base_url, name: 'Demo' })
  const [config, spareConfig] = [await newConfig(), await newConfig()]
  await parley.dataSource.create({ sample: 'seattle_weather' })
  const newAgent = (tools: Tools, name = 'Analyst') =>
    parley.agent.create({ name, model_config_id: config.id, tools })
  const { agent_id } = await newAgent(DATA_TOOLS.map(builtin))
  const spare = await newAgent([])
  const newSession = async (id = agent_id) => (await parley.session.create({ agent_id: id })).session_id
  const session_id = await newSession()
  const answer = await parley.chat.query({ session_id, query: CHART })
  const [, artifact_id, file_name] = String(answer.artifacts?.[0]).split('/')
  if (!file_name) throw new Error(`The answer has no chart: ${JSON.stringify(answer)}`)
  const sources = await prepareSources(reader, world.databaseUrl)
  const inputs: Readonly<Record<string, Inputs>> = {
    'llmConfig.delete': { config_id: spareConfig.id },
    'agent.delete': { agent_id: spare.agent_id },
    'session.delete': { session_id: await newSession() },
    'chat.query': { session_id: await newSession() },
    'artifact.read': { artifact_id, file_name },
    ...sources.inputs,
    ...(await prepareWaiting(reader, config.id)),
    ...(await prepareWebhooks(reader, world.receiver)),
    ...(await prepareResponses(reader, agent_id)),
    ...(await prepareRatings(reader, agent_id)),
    ...(await prepareDefinitions(reader)),
  }
  const all: Inputs = {
    base_url,
    model: 'parley-demo',
    config_id: config.id,
    model_config_id: config.id,
    agent_id,
    session_id,
    run_id: answer.run_id,
    data_source_id: sources.shop,
  }
  return { all, inputs }
}

type Tools = NonNullable<Parameters<Reader['parley']['agent']['create']>[0]['tools']>

/** The source `shop` with two tables, files to read again and to delete, and a database to refresh. */
async function prepareSources({ parley }: Reader, databaseUrl: string) {
  const tables = JSON.stringify({ orders: ORDERS, customers: CUSTOMERS })
  const shop = await parley.dataSource.upload({ file: new File([tables], 'shop.json') })
  const upload = (name: string) =>
    parley.dataSource.upload({ file: new File(['town,rain\nOslo,12\n'], name) })
  const [towns, spare] = [await upload('towns.csv'), await upload('spare.csv')]
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const server = {
    db_host: hostname,
    db_port: Number(port),
    db_database: pathname.slice(1),
    db_user: decodeURIComponent(username),
    db_password: decodeURIComponent(password),
  }
  const connection = {
    kind: 'postgresql' as const,
    host: server.db_host,
    port: server.db_port,
    database: server.db_database,
    user: server.db_user,
    password: server.db_password,
  }
  const database = await parley.dataSource.create({ name: 'library', connection })
  return {
    shop: shop.id,
    inputs: {
      'dataSource.test': server,
      'dataSource.profile': { data_source_id: towns.id },
      'dataSource.reread': { data_source_id: towns.id },
      'dataSource.delete': { data_source_id: spare.id },
      'dataSource.refresh': { data_source_id: database.id },
    } satisfies Readonly<Record<string, Inputs>>,
  }
}

/** Runs that wait for their owner: one to approve, one to cancel, and one that is a response. */
async function prepareWaiting(reader: Reader, model_config_id: number) {
  const { parley } = reader
  const tools = [
    { tool_name: 'send_mail', tool_server_id: 'acme/mail', properties: [], approval: 'ask' as const },
  ]
  const { agent_id } = await parley.agent.create({ name: 'Careful', model_config_id, tools })
  const query = 'Use send_mail to write to Maria.'
  const ask = async () => {
    const { session_id } = await parley.session.create({ agent_id })
    const { run_id } = await parley.chat.queryInBackground({ session_id, query })
    for (let tries = 0; tries < 300; tries += 1) {
      const { approvals } = await parley.run.listApprovals({ run_id })
      if (approvals[0]) return { run_id, step_id: approvals[0].step_id }
      await sleep(100)
    }
    throw new Error('No run waits for approval.')
  }
  const response = await respond(reader, { model: agent_id, input: query, background: true })
  return { 'run.approve': await ask(), 'run.cancel': await ask(), 'openai.cancelResponse': response }
}

/** A webhook with a delivery, and one to delete. */
async function prepareWebhooks({ parley }: Reader, receiver: string) {
  const add = () => parley.webhook.create({ url: receiver, events: ['run.ended'] })
  const [kept, spare] = [await add(), await add()]
  const { webhook_id } = kept.webhook
  const { delivery_id } = await parley.webhook.test({ webhook_id })
  const verbs = ['get', 'update', 'rotateSecret', 'test', 'listDeliveries']
  return {
    ...Object.fromEntries(verbs.map((verb) => [`webhook.${verb}`, { webhook_id }])),
    'webhook.replay': { webhook_id, delivery_id },
    'webhook.delete': { webhook_id: spare.webhook.webhook_id },
  }
}

/** Stored responses of OpenAI's clients. */
async function prepareResponses(reader: Reader, model: string) {
  const ask = () => respond(reader, { model, input: 'How many rainy days were there?' })
  return {
    'openai.getModel': { model },
    'openai.complete': { model },
    'openai.createResponse': { model },
    'openai.getResponse': await ask(),
    'openai.listInputItems': await ask(),
    'openai.deleteResponse': await ask(),
  }
}

async function respond({ origin, key }: Reader, body: object) {
  const reply = await fetch(`${origin}/api/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { id } = (await reply.json()) as { id: string }
  return { response_id: id }
}

/** Rated answers: one to read, one whose rating is deleted, and two whose correction is suggested. */
async function prepareRatings({ parley }: Reader, agent_id: string) {
  const rate = async () => {
    const { session_id } = await parley.session.create({ agent_id })
    const { run_id } = await parley.chat.query({ session_id, query: 'How many rainy days were there?' })
    const corrected_statement = 'SELECT count(*) AS orders FROM shop.orders'
    await parley.rating.save({ run_id, verdict: 'down', corrected_statement })
    return { run_id }
  }
  const ratings = { 'rating.get': await rate(), 'rating.delete': await rate() }
  await Promise.all([rate(), rate()])
  const { suggestions } = await parley.suggestion.list({})
  const of = (place: number) => ({ suggestion_id: suggestions[place]?.suggestion_id ?? '' })
  return { ...ratings, 'suggestion.accept': of(0), 'suggestion.dismiss': of(1) }
}

async function prepareDefinitions({ parley }: Reader) {
  const define = async (name: string) => {
    const metric = { kind: 'metric', name, expression: 'sum(total)', table: 'shop.orders' } as const
    return { definition_id: (await parley.definition.create(metric)).id }
  }
  return { 'definition.update': await define('sum_of_sales'), 'definition.delete': await define('old_sum') }
}
