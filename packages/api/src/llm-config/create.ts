import { createLlmConfig as endpoint } from '@parley/contract'
import { createLlmConfig, Secret } from '@parley/core'
import { mutation } from '../procedure/implement.ts'
import { presentLlmConfig } from './present.ts'

export const create = mutation(endpoint, async ({ deps, owner, input }) => {
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
})
