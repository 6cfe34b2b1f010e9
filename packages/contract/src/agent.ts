import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { LlmConfigId } from './llm-config.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { Description, Name, text } from './text.ts'
import { ToolBinding, ToolBindingInput } from './tool-binding.ts'
import { ToolProblem } from './tool-problem.ts'
import { UserId } from './user.ts'

export const AgentId = z.uuid().meta({
  description: 'The id of an agent.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000001'],
})

/** Limits of one run. An absent field uses the default of the service. An addition to the specification. */
export const RunLimits = z
  .object({
    rounds: z.int().min(1).max(50).optional().describe('Model calls that may ask for tools.'),
    calls: z.int().min(1).max(200).optional().describe('Tool calls in all.'),
    seconds: z.int().min(1).max(900).optional().describe('Seconds for the whole run.'),
    tokens: z
      .int()
      .min(100)
      .max(10_000_000)
      .optional()
      .meta({ description: 'Tokens in all, as the vendor counts them.', examples: [100_000] }),
    repairs: z
      .int()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'How often the model is asked to correct numbers that no result proves: 0 or 1, by default 1.',
      ),
  })
  .meta({
    id: 'RunLimits',
    description: 'Limits of one run. An absent field uses the default of the service.',
  })
export type RunLimits = z.infer<typeof RunLimits>

/**
 * The data sources that an agent's data tools see. Null: all of the owner's data sources, or only the ledger
 * when the owner has none. An addition to the specification.
 */
const DataSourceIds = z
  .array(z.uuid())
  .max(LIMITS.dataSourcesPerAgent)
  .nullable()
  .meta({
    description: 'The data sources that the data tools see; null for all your data sources.',
    examples: [null],
  })

const Fields = z.object({
  name: Name,
  description: Description.optional(),
  model_config_id: LlmConfigId,
  tools: z.array(ToolBindingInput).max(LIMITS.toolsPerAgent).optional().describe('The tools of the agent.'),
  limits: RunLimits.optional(),
  data_source_ids: DataSourceIds.optional(),
})

export const Agent = z
  .object({
    id: AgentId,
    user_id: UserId,
    name: z.string().describe('The name of the agent.'),
    description: z.string().describe('The purpose of the agent. The model reads it.'),
    model_config_id: LlmConfigId,
    tools: z.array(ToolBinding).describe('The tools of the agent.'),
    limits: RunLimits,
    data_source_ids: DataSourceIds,
  })
  .meta({ id: 'Agent', description: 'A language model with tools.' })
export type Agent = z.infer<typeof Agent>

const AgentListEntry = Agent.pick({
  id: true,
  name: true,
  description: true,
  model_config_id: true,
})
  .extend({ tool_count: z.int().describe('How many tools the agent has.') })
  .meta({ id: 'AgentSummary', description: 'An agent as a list shows it.' })

const Params = z.object({ agent_id: AgentId })

const DataSourceId = z.uuid().meta({
  description: 'The id of a data source.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000006'],
})

const StarterQuestion = z
  .object({
    question: z
      .string()
      .meta({ description: 'The question.', examples: ['How many rows are there in cars?'] }),
    data_source_id: DataSourceId,
  })
  .meta({ id: 'StarterQuestion', description: 'A first question about a data source.' })

export const agent = {
  /** Create an agent. */
  create: endpoint({
    name: 'agent.create',
    method: 'POST',
    path: '/agent',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Create an agent',
    example: {
      name: 'Analyst',
      model_config_id: 1,
      tools: [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }],
    },
    body: Fields,
    reply: data(z.object({ agent_id: AgentId })),
  }),

  /** Get an agent with its tools. */
  get: endpoint({
    name: 'agent.get',
    method: 'GET',
    path: '/agent/{agent_id}',
    version: 'whole',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'Get an agent with its tools',
    params: Params,
    reply: data(Agent),
  }),

  /** List my agents. */
  list: endpoint({
    name: 'agent.list',
    method: 'GET',
    path: '/agent',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List my agents',
    description: 'Without a query: all of them. With one, an addition: a page of them, with next_cursor.',
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        agents: z.array(AgentListEntry).describe('Your agents.'),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),

  /** Change an agent. */
  update: endpoint({
    name: 'agent.update',
    method: 'PATCH',
    path: '/agent/{agent_id}',
    version: 'whole',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Change an agent',
    failures: [403],
    description: 'Only the sent fields change. `tools` is replaced as a whole.',
    example: { name: 'Sales analyst', limits: { seconds: 60 } },
    params: Params,
    body: Fields.partial(),
    reply: emptyData,
  }),

  /** Delete an agent permanently. */
  delete: endpoint({
    name: 'agent.delete',
    method: 'DELETE',
    path: '/agent/{agent_id}',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Delete an agent permanently',
    failures: [403, 409],
    description: 'Fails with 409 while sessions use the agent. Switch or delete those first.',
    params: Params,
    reply: emptyData,
  }),

  /** List first questions that the data of an agent answers. */
  listStarterQuestions: endpoint({
    name: 'agent.listStarterQuestions',
    method: 'GET',
    path: '/agent/{agent_id}/starter_questions',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List first questions that the data of an agent answers',
    description:
      'At most four questions, written from the names, types and values of the columns without a model. Empty for an agent without the tool execute_sql.',
    isAddition: true,
    params: Params,
    query: z.object({
      data_source_id: DataSourceId.optional().describe(
        'Only questions about this data source, which the agent need not see yet.',
      ),
    }),
    reply: data(z.object({ questions: z.array(StarterQuestion).describe('The questions.') })),
  }),

  /** Say whether the model of an agent reads images. */
  readsImages: endpoint({
    name: 'agent.readsImages',
    method: 'GET',
    path: '/agent/{agent_id}/reads_images',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'Say whether the model of an agent reads images',
    description: 'Only such agents take `images` with a question.',
    isAddition: true,
    params: Params,
    reply: data(
      z.object({
        reads_images: z.boolean().describe('Whether the model reads images.'),
        model: z.string().describe('The name of the model.'),
      }),
    ),
  }),

  /** Let the data tools of an agent see one more data source. */
  addDataSource: endpoint({
    name: 'agent.addDataSource',
    method: 'POST',
    path: '/agent/{agent_id}/data_source',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Let the data tools of an agent see one more data source',
    description:
      'Adds the data source to `data_source_ids`. Changes nothing when it is in the list, or when the list is null.',
    isAddition: true,
    params: Params,
    body: z.object({ data_source_id: DataSourceId }),
    reply: data(
      z.object({ reads_data: z.boolean().describe('Whether the agent has the tool execute_sql.') }),
    ),
  }),

  /** Ask the tool servers of an agent which of its tools cannot be called. */
  listToolProblems: endpoint({
    name: 'agent.listToolProblems',
    method: 'GET',
    path: '/agent/{agent_id}/tool_problems',
    audience: 'user',
    scopes: ['read'],
    summary: 'Ask the tool servers of an agent which of its tools cannot be called',
    failures: [502, 504],
    description:
      'A changed tool is suspended until its owner accepts the change or removes the tool. No other change of the agent accepts it.',
    isAddition: true,
    params: Params,
    reply: data(
      z.object({ problems: z.array(ToolProblem).describe('One entry for each tool that cannot be called.') }),
    ),
  }),

  /** Accept a changed tool as its server defines it now. */
  acceptTool: endpoint({
    name: 'agent.acceptTool',
    method: 'POST',
    path: '/agent/{agent_id}/accept_tool',
    audience: 'user',
    scopes: ['manage'],
    summary: 'Accept a changed tool as its server defines it now',
    failures: [409, 502, 504],
    description: 'Fails with 409 when the server has changed the tool again since its problem was read.',
    isAddition: true,
    example: { tool_name: 'send_mail', tool_server_id: 'acme/mail', definition_hash: 'text' },
    params: Params,
    body: z.object({
      tool_name: ToolBinding.shape.tool_name,
      tool_server_id: ToolBinding.shape.tool_server_id,
      definition_hash: text(LIMITS.nameLength).min(1).describe('`definition_hash` of the change.'),
    }),
    reply: data(z.object({})),
  }),
} as const
