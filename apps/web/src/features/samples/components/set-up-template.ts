import { BUILTIN_SERVER, BUILTIN_TOOL_NAMES } from '#web/features/agents/components/builtin-tools.ts'
import type { Client } from '#web/trpc/client.ts'
import { SAMPLE_TEXTS } from '../texts.ts'

/** The data sets of the first run, by the names the service gives them. */
const SAMPLES = ['seattle_weather', 'movies', 'stocks', 'cars', 'gapminder'] as const
const DEMO_MODEL = 'parley-demo'
const DEMO_MODEL_PATH = '/demo-model/v1'

/** An agent that is ready to be tried: on public data sets, on the ledger, or on what its owner has connected. */
export type Template = keyof typeof SAMPLE_TEXTS.templates

/** What is set up: the agent of a template, and the name of its chat where the template's own does not fit. */
export type Wanted = { readonly template: Template; readonly session?: string | undefined }

/**
 * Makes the agent of a template and all it needs for a first question, using again what is there already. Returns the
 * chat. Throws the service's own errors.
 */
export async function setUpTemplate(
  client: Client,
  { template, session }: Wanted,
  onStage: (text: string) => void,
): Promise<string> {
  onStage(SAMPLE_TEXTS.stages.model)
  const modelConfigId = await requireModel(client, template)
  // The ledger is a source of everybody's; one's own is there already.
  if (template === 'data') await connectSamples(client, onStage)
  onStage(SAMPLE_TEXTS.stages.agent)
  const agent_id = await requireAgent(client, template, modelConfigId)
  onStage(SAMPLE_TEXTS.stages.chat)
  const name = session ?? SAMPLE_TEXTS.templates[template].session
  return (await client.session.create.mutate({ name, agent_id })).session_id
}

/** Sample data are for trying the demo model; for all else a model of one's own is the better one. */
async function requireModel(client: Client, template: Template): Promise<number> {
  const { models } = await client.llmConfig.list.query({})
  const own = template === 'data' ? undefined : models.find(({ model }) => model !== DEMO_MODEL)
  const existing = own ?? models.find(({ model }) => model === DEMO_MODEL)
  if (existing) return existing.id
  const config = {
    ...SAMPLE_TEXTS.model,
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
    onStage(SAMPLE_TEXTS.stages.sources(title))
    await client.dataSource.create.mutate({ sample: name })
  }
}

async function requireAgent(client: Client, template: Template, modelConfigId: number): Promise<string> {
  const { agents } = await client.agent.list.query({})
  const { agent: words } = SAMPLE_TEXTS.templates[template]
  const existing = agents.find((agent) => agent.name === words.name && agent.tool_count > 0)
  if (existing) return existing.id
  const tools = BUILTIN_TOOL_NAMES.map((tool_name) => ({ tool_name, tool_server_id: BUILTIN_SERVER }))
  const { agent_id } = await client.agent.create.mutate({
    ...words,
    model_config_id: modelConfigId,
    tools,
  })
  return agent_id
}

function isWanted(name: string): boolean {
  return SAMPLES.some((sample) => sample === name)
}
