import { OPERATIONS } from '@parley/contract'
import {
  createLlmConfig,
  deleteLlmConfig,
  getLlmConfig,
  keyOfNumber,
  listConfigModels,
  listLlmConfigs,
  listModels,
  listTemplates,
  updateLlmConfig,
} from '@parley/core'
import { Secret } from '@parley/domain'
import { presentLlmConfig, readLlmConfigChange } from './present/llm-config.ts'
import { pageOrAll } from './present/page.ts'
import { procedures } from './procedure/procedures.ts'

export const llmConfig = procedures(OPERATIONS.llmConfig, {
  create: async ({ deps, owner, input }) => {
    const config = await createLlmConfig(deps, owner, {
      provider: input.provider,
      model: input.model,
      baseUrl: input.base_url || null,
      apiKey: new Secret(input.api_key ?? ''),
      params: input.params ?? {},
      name: input.name,
      description: input.description ?? '',
    })
    return presentLlmConfig(config)
  },

  get: async ({ deps, owner, input }) => presentLlmConfig(await getLlmConfig(deps, owner, input.config_id)),

  list: async ({ deps, owner, input }) => {
    const configs = await listLlmConfigs(deps, owner)
    const keyOf = ({ id }: (typeof configs)[number]) => keyOfNumber(id)
    const { rows, next } = pageOrAll({ name: 'llmConfig.list', owner, input, rows: configs, keyOf })
    return { models: rows.map(presentLlmConfig), ...next }
  },

  update: async ({ deps, owner, input }) => {
    const change = readLlmConfigChange(input)
    return presentLlmConfig(await updateLlmConfig(deps, owner, { id: input.config_id, change }))
  },

  delete: async ({ deps, owner, input }) => {
    await deleteLlmConfig(deps, owner, input.config_id)
    return {}
  },

  listTemplates: async ({ deps }) => ({ models: (await listTemplates(deps)).map(presentLlmConfig) }),

  listModels: async ({ deps, input, signal }) => {
    const { provider, base_url, api_key } = input
    const access = { provider, baseUrl: base_url || null, apiKey: new Secret(api_key ?? '') }
    return { models: await listModels(deps, access, signal) }
  },

  listConfigModels: async ({ deps, owner, input, signal }) => ({
    models: await listConfigModels(deps, owner, { configId: input.config_id, signal }),
  }),
})
