'use client'

import type { LlmConfig } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'

/** A configuration in lists and caches: whether it has a key, never the key. */
export type ModelEntry = Omit<LlmConfig, 'api_key'> & { readonly hasKey: boolean }

/** The name of the offline demo model: rules, not AI. */
export const DEMO_MODEL = 'parley-demo'

/** All configurations, without their keys, because injected code could read the page's memory. */
export function useModels() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useQuery({
    queryKey: trpc.llmConfig.list.queryKey({}),
    queryFn: async () => (await client.llmConfig.list.query({})).models.map(withoutKey),
  })
}

/** The operator's templates. */
export function useTemplates() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useQuery({
    queryKey: trpc.llmConfig.listTemplates.queryKey({}),
    queryFn: async () => (await client.llmConfig.listTemplates.query({})).models.map(withoutKey),
  })
}

/** A configuration with a flag in place of its key. */
export function withoutKey({ api_key, ...config }: LlmConfig): ModelEntry {
  return { ...config, hasKey: api_key !== '' }
}
