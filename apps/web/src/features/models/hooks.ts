'use client'

import type { LlmConfig } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC, useTRPCClient } from '#web/trpc/client.ts'

/** A configuration as lists and caches hold it: whether it has a key, never the key. */
export type Model = Omit<LlmConfig, 'api_key'> & { readonly hasKey: boolean }

/** All configurations, without their keys: what a page keeps can be read by whatever gets into the page. */
export function useModels() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useQuery({
    queryKey: trpc.llmConfig.list.queryKey({}),
    queryFn: async () => (await client.llmConfig.list.query({})).models.map(withoutKey),
  })
}

/** What the operator offers for copying. */
export function useTemplates() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  return useQuery({
    queryKey: trpc.llmConfig.listTemplates.queryKey({}),
    queryFn: async () => (await client.llmConfig.listTemplates.query({})).models.map(withoutKey),
  })
}

/** Reads the key of one configuration; kept nowhere. */
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

/** Asks a model one question with settings that are not saved; a key left out is the stored one. */
export function useTestModel() {
  const client = useTRPCClient()
  return useMutation({
    mutationFn: async ({ id, fields }: { id: number | null; fields: ModelFields }) => {
      const isKeyStored = id !== null && fields.api_key === undefined
      const stored = isKeyStored ? await client.llmConfig.get.query({ config_id: id }) : null
      return (await client.chat.test.mutate({ ...fields, ...(stored && { api_key: stored.api_key }) }))
        .response
    },
    gcTime: 0,
  })
}

/** Asks the provider which models it offers; a key left out is the stored one. */
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

/** What is sent to create, change or test a configuration. */
export type ModelFields = {
  readonly provider: LlmConfig['provider']
  readonly model: string
  readonly name: string
  readonly description: string
  readonly base_url: string | null
  readonly params: LlmConfig['params']
  /** Left out: a stored key stays as it is. */
  readonly api_key?: string
}

function useRefreshModels() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.llmConfig.list.queryFilter())
}

function withoutKey({ api_key, ...config }: LlmConfig): Model {
  return { ...config, hasKey: api_key !== '' }
}
