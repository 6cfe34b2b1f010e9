import { testLlmConfig as endpoint } from '@parley/contract'
import { readModelParams, Secret, testLlmConfig } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const test = mutation(endpoint, async ({ deps, input, signal }) => {
  const config = {
    provider: input.provider,
    model: input.model,
    baseUrl: input.base_url || null,
    apiKey: new Secret(input.api_key ?? ''),
    params: readModelParams(input.params ?? {}),
  }
  return { response: await testLlmConfig(deps, config, signal) }
})
