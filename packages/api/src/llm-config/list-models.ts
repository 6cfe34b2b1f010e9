import { listModels as endpoint } from '@parley/contract'
import { listModels as askProvider, Secret } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const listModels = mutation(endpoint, async ({ deps, input, signal }) => {
  const { provider, base_url, api_key } = input
  const access = { provider, baseUrl: base_url || null, apiKey: new Secret(api_key ?? '') }
  return { models: await askProvider(deps, access, signal) }
})
