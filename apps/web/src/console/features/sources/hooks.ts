'use client'

import type { DataConnection, DataSource } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FIRST_ROWS_KEY } from '#web/console/queries/data-source.ts'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { useCancel } from '#web/console/trpc/use-cancel.ts'

/** Connects a sample. */
export function useConnectSample() {
  const trpc = useTRPC()
  const refresh = useRefreshSources()
  return useMutation(trpc.dataSource.create.mutationOptions({ onSuccess: refresh }))
}

/** Deletes a source. */
export function useDeleteSource() {
  const trpc = useTRPC()
  const refresh = useRefreshSources()
  return useMutation(trpc.dataSource.delete.mutationOptions({ onSuccess: refresh }))
}

/** Tests a connection; returns the service's finding as a sentence. A person can cancel it. */
export function useTestConnection() {
  const client = useTRPCClient()
  const { begin, cancel } = useCancel()
  const test = useMutation({
    mutationFn: ({ connection }: { connection: DataConnection }) =>
      client.dataSource.test.mutate({ connection }, { signal: begin() }),
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

/** Connects a database or an API. Its password is not cached. */
export function useConnect() {
  const trpc = useTRPC()
  const refresh = useRefreshSources()
  return useMutation({ ...trpc.dataSource.create.mutationOptions({ onSuccess: refresh }), gcTime: 0 })
}

/** Refreshes the tables of a source. */
export function useRefreshSource() {
  const trpc = useTRPC()
  const keep = useKeepSource()
  return useMutation(trpc.dataSource.refresh.mutationOptions({ onSuccess: keep }))
}

/** Reads the file of a source again with other settings. */
export function useRereadSource() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const keep = useKeepSource()
  return useMutation(
    trpc.dataSource.reread.mutationOptions({
      onSuccess: async (source) => {
        await keep(source)
        await queryClient.invalidateQueries({ queryKey: [FIRST_ROWS_KEY] })
      },
    }),
  )
}

/** Describes a source, its tables and its columns. */
export function useDescribeSource() {
  const trpc = useTRPC()
  const keep = useKeepSource()
  return useMutation(trpc.dataSource.update.mutationOptions({ onSuccess: keep }))
}

/** Puts a changed source into the cache. */
function useKeepSource() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const refresh = useRefreshSources()
  return (source: DataSource) => {
    queryClient.setQueryData(trpc.dataSource.get.queryKey({ data_source_id: source.id }), source)
    return refresh()
  }
}

function useRefreshSources() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.dataSource.list.queryFilter())
}
