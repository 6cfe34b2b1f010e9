'use client'

import type { LlmConfig } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { withoutKey } from '#web/console/queries/llm-config.ts'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { useCancel } from '#web/console/trpc/use-cancel.ts'

/** Reads the key of a configuration. The key is not cached. */
export function useRevealKey() {
  const client = useTRPCClient()
  return useMutation({
    mutationFn: async (id: number) => (await client.llmConfig.get.query({ config_id: id })).api_key,
    gcTime: 0,
  })
}

/** Creates or changes a configuration, then reads the list again. */
export function useSaveModel() {
  const client = useTRPCClient()
  const refresh = useRefreshModels()
  return useMutation({
    mutationFn: async ({ id, fields }: { id: number | null; fields: ModelFields }) => {
      const saved =
        id === null
          ? await client.llmConfig.create.mutate(fields)
          : await client.llmConfig.update.mutate({ config_id: id, ...fields })
      return withoutKey(saved)
    },
    onSuccess: refresh,
    gcTime: 0,
  })
}

/** Asks a model one question with unsaved settings; without a key it uses the stored one. A person can cancel it. */
export function useTestModel() {
  const client = useTRPCClient()
  const { begin, cancel } = useCancel()
  const test = useMutation({
    mutationFn: async ({ id, fields }: { id: number | null; fields: ModelFields }) => {
      const signal = begin()
      const isKeyStored = id !== null && fields.api_key === undefined
      const stored = isKeyStored ? await client.llmConfig.get.query({ config_id: id }, { signal }) : null
      const asked = { ...fields, ...(stored && { api_key: stored.api_key }) }
      return (await client.chat.test.mutate(asked, { signal })).response
    },
    gcTime: 0,
  })
  return {
    ...test,
    cancel: () => {
      cancel()
      test.reset()
    },
  }
}

/** Asks the provider for its models; without a key it uses the stored one. */
export function useOfferedModels() {
  const client = useTRPCClient()
  return useMutation({
    mutationFn: async ({ id, fields }: { id: number | null; fields: ModelFields }) => {
      if (id !== null && fields.api_key === undefined) {
        return (await client.llmConfig.listConfigModels.query({ config_id: id })).models
      }
      const { provider, base_url, api_key = '' } = fields
      return (await client.llmConfig.listModels.mutate({ provider, base_url, api_key })).models
    },
    gcTime: 0,
  })
}

/** Deletes a configuration. */
export function useDeleteModel() {
  const client = useTRPCClient()
  const refresh = useRefreshModels()
  return useMutation({
    mutationFn: (id: number) => client.llmConfig.delete.mutate({ config_id: id }),
    onSuccess: refresh,
  })
}

/** The request that creates, changes or tests a configuration. */
export type ModelFields = {
  readonly provider: LlmConfig['provider']
  readonly model: string
  readonly name: string
  readonly description: string
  readonly base_url: string | null
  readonly params: LlmConfig['params']
  /** Omitted: the stored key stays unchanged. */
  readonly api_key?: string
}

function useRefreshModels() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.llmConfig.list.queryFilter())
}
