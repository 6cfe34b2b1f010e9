import { BUILTIN_SERVER, BUILTIN_TOOL_NAMES } from '#web/console/components/tool-server/builtin-tools.ts'
import { DEMO_MODEL } from '#web/console/queries/llm-config.ts'
import type { Client } from '#web/console/trpc/client.ts'
import { TEMPLATE_TEXTS } from './texts.ts'

/** The data sets of the first run, by their names in the service. */
const SAMPLES = ['seattle_weather', 'movies', 'stocks', 'cars', 'gapminder'] as const
const DEMO_MODEL_PATH = '/demo-model/v1'

/** A template for an agent: on public data sets, on the ledger, or on the user's data sources. */
export type Template = keyof typeof TEMPLATE_TEXTS.templates

/** The template of the agent, and the name of its chat if it differs from the template's. */
export type Wanted = { readonly template: Template; readonly session?: string | undefined }

/**
 * Creates the agent of a template and everything that its first question needs; reuses existing records.
 * Returns the chat. Throws the service's own errors.
 */
export async function setUpTemplate(
  client: Client,
  { template, session }: Wanted,
  onStage: (text: string) => void,
): Promise<string> {
  onStage(TEMPLATE_TEXTS.stages.model)
  const modelConfigId = await requireModel(client, template)
  // The ledger is available to all users; the user's own data sources exist already.
  if (template === 'data') await connectSamples(client, onStage)
  onStage(TEMPLATE_TEXTS.stages.agent)
  const agent_id = await requireAgent(client, template, modelConfigId)
  onStage(TEMPLATE_TEXTS.stages.chat)
  const name = session ?? TEMPLATE_TEXTS.templates[template].session
  return (await client.session.create.mutate({ name, agent_id })).session_id
}

/** Sample data use the demo model; everything else prefers the user's own model. */
async function requireModel(client: Client, template: Template): Promise<number> {
  const { models } = await client.llmConfig.list.query({})
  const own = template === 'data' ? undefined : models.find(({ model }) => model !== DEMO_MODEL)
  const existing = own ?? models.find(({ model }) => model === DEMO_MODEL)
  if (existing) return existing.id
  const config = {
    ...TEMPLATE_TEXTS.model,
    provider: 'ollama',
    model: DEMO_MODEL,
    base_url: `${window.location.origin}${DEMO_MODEL_PATH}`,
  } as const
  await client.chat.test.mutate(config)
  return (await client.llmConfig.create.mutate(config)).id
}

async function connectSamples(client: Client, onStage: (text: string) => void): Promise<void> {
  const [{ samples }, { data_sources: connected }] = await Promise.all([
    client.dataSource.listSamples.query({}),
    client.dataSource.list.query({}),
  ])
  for (const { name, title } of samples) {
    if (!isWanted(name) || connected.some((source) => source.kind === 'sample' && source.name === name))
      continue
    onStage(TEMPLATE_TEXTS.stages.sources(title))
    await client.dataSource.create.mutate({ sample: name })
  }
}

async function requireAgent(client: Client, template: Template, modelConfigId: number): Promise<string> {
  const { agents } = await client.agent.list.query({})
  const { agent: words } = TEMPLATE_TEXTS.templates[template]
  const existing = agents.find((agent) => agent.name === words.name && agent.tool_count > 0)
  if (existing) {
    if (template === 'ledger') await chooseLedgers(client, existing.id)
    return existing.id
  }
  const tools = BUILTIN_TOOL_NAMES.map((tool_name) => ({ tool_name, tool_server_id: BUILTIN_SERVER }))
  const { agent_id } = await client.agent.create.mutate({
    ...words,
    model_config_id: modelConfigId,
    tools,
    data_source_ids: template === 'ledger' ? await findLedgers(client) : null,
  })
  return agent_id
}

/** Chooses the ledgers for an analyst without chosen data: it would lose them once its owner connects other data. */
async function chooseLedgers(client: Client, agent_id: string): Promise<void> {
  const agent = await client.agent.get.query({ agent_id })
  if (agent.data_source_ids !== null) return
  await client.agent.update.mutate({ agent_id, data_source_ids: await findLedgers(client) })
}

/** The ledger networks that the service offers as data sources. */
async function findLedgers(client: Client): Promise<string[]> {
  const { data_sources } = await client.dataSource.list.query({})
  return data_sources.filter(({ kind }) => kind === 'ledger').map(({ id }) => id)
}

function isWanted(name: string): boolean {
  return SAMPLES.some((sample) => sample === name)
}
