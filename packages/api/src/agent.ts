import { OPERATIONS } from '@parley/contract'
import {
  acceptTool,
  addDataSource,
  createAgent,
  deleteAgent,
  getAgent,
  hasScope,
  listAgents,
  listStarterQuestions,
  listToolProblems,
  readsImages,
  updateAgent,
} from '@parley/core'
import {
  presentAgent,
  presentAgentListEntry,
  presentToolProblem,
  readAgentChange,
  readToolBindings,
} from './present/agent.ts'
import { pageOrAll } from './present/page.ts'
import { procedures } from './procedure/procedures.ts'

export const agent = procedures(OPERATIONS.agent, {
  create: async ({ deps, owner, input }) => {
    const agentId = await createAgent(deps, owner, {
      name: input.name,
      description: input.description ?? '',
      modelConfigId: input.model_config_id,
      tools: readToolBindings(input.tools ?? []),
      limits: input.limits ?? {},
      dataSourceIds: input.data_source_ids ?? null,
    })
    return { agent_id: agentId }
  },

  get: async ({ deps, owner, caller, input }) =>
    presentAgent(await getAgent(deps, owner, input.agent_id), hasScope(caller, 'secrets')),

  list: async ({ deps, owner, input }) => {
    const agents = await listAgents(deps, owner)
    const keyOf = ({ createdAt, id }: (typeof agents)[number]) => `${createdAt}-${id}`
    const { rows, next } = pageOrAll({ name: 'agent.list', owner, input, rows: agents, keyOf })
    return { agents: rows.map(presentAgentListEntry), ...next }
  },

  update: async ({ deps, owner, caller, input }) => {
    const seesSecrets = hasScope(caller, 'secrets')
    const change = readAgentChange(input)
    await updateAgent(deps, owner, { agentId: input.agent_id, change, seesSecrets })
    return {}
  },

  delete: async ({ deps, owner, input }) => {
    await deleteAgent(deps, owner, input.agent_id)
    return {}
  },

  listToolProblems: async ({ deps, owner, input }) => ({
    problems: (await listToolProblems(deps, owner, input.agent_id)).map(presentToolProblem),
  }),

  listStarterQuestions: async ({ deps, owner, input }) => {
    const { agent_id: agentId, data_source_id: dataSourceId } = input
    const questions = await listStarterQuestions(deps, owner, { agentId, dataSourceId })
    return {
      questions: questions.map(({ question, dataSourceId: id }) => ({ question, data_source_id: id })),
    }
  },

  readsImages: async ({ deps, owner, input }) => {
    const { readsImages: reads_images, model } = await readsImages(deps, owner, input.agent_id)
    return { reads_images, model }
  },

  addDataSource: async ({ deps, owner, input }) => {
    const { agent_id: agentId, data_source_id: dataSourceId } = input
    const { readsData } = await addDataSource(deps, owner, { agentId, dataSourceId })
    return { reads_data: readsData }
  },

  acceptTool: async ({ deps, owner, input }) => {
    await acceptTool(deps, owner, {
      agentId: input.agent_id,
      toolName: input.tool_name,
      toolServerId: input.tool_server_id,
      definitionHash: input.definition_hash,
    })
    return {}
  },
})
