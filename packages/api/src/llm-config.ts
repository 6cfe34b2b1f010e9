import { OPERATIONS } from '@parley/contract'
import {
  createLlmConfig,
  deleteLlmConfig,
  getLlmConfig,
  hasScope,
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
  create: async ({ deps, owner, caller, input }) => {
    const config = await createLlmConfig(deps, owner, {
      provider: input.provider,
      model: input.model,
      baseUrl: input.base_url || null,
      apiKey: new Secret(input.api_key ?? ''),
      params: input.params ?? {},
      name: input.name,
      description: input.description ?? '',
    })
    return presentLlmConfig(config, hasScope(caller, 'secrets'))
  },

  get: async ({ deps, owner, caller, input }) =>
    presentLlmConfig(await getLlmConfig(deps, owner, input.config_id), hasScope(caller, 'secrets')),

  list: async ({ deps, owner, caller, input }) => {
    const configs = await listLlmConfigs(deps, owner)
    const keyOf = ({ id }: (typeof configs)[number]) => keyOfNumber(id)
    const { rows, next } = pageOrAll({ name: 'llmConfig.list', owner, input, rows: configs, keyOf })
    const seesSecrets = hasScope(caller, 'secrets')
    return { models: rows.map((config) => presentLlmConfig(config, seesSecrets)), ...next }
  },

  update: async ({ deps, owner, caller, input }) => {
    const seesSecrets = hasScope(caller, 'secrets')
    const change = readLlmConfigChange(input)
    const config = await updateLlmConfig(deps, owner, { id: input.config_id, change, seesSecrets })
    return presentLlmConfig(config, seesSecrets)
  },

  delete: async ({ deps, owner, input }) => {
    await deleteLlmConfig(deps, owner, input.config_id)
    return {}
  },

  listTemplates: async ({ deps }) => ({
    models: (await listTemplates(deps)).map((template) => presentLlmConfig(template, false)),
  }),

  listModels: async ({ deps, input, signal }) => {
    const { provider, base_url, api_key } = input
    const access = { provider, baseUrl: base_url || null, apiKey: new Secret(api_key ?? '') }
    return { models: await listModels(deps, access, signal) }
  },

  listConfigModels: async ({ deps, owner, input, signal }) => ({
    models: await listConfigModels(deps, owner, { configId: input.config_id, signal }),
  }),
})
