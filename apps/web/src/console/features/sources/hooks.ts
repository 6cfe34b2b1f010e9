'use client'

import type { DataConnection, DataSource } from '@parley/contract'
import { type ColumnType, fitToType } from '@parley/domain/column-type'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FIRST_ROWS_KEY } from '#web/console/queries/data-source.ts'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { useCancel } from '#web/console/trpc/use-cancel.ts'

/** Values that are named before a type changes. */
const SHOWN_MISFITS = 5

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

/** Counts the values of a column that do not fit a type, and returns some of them. */
export function useMisfits({ table, column, type }: { table: string; column: string; type: ColumnType }) {
  const client = useTRPCClient()
  return useQuery({
    queryKey: [FIRST_ROWS_KEY, table, 'misfits', column, type],
    queryFn: async ({ signal }) => {
      const misfit = `${column} IS NOT NULL AND ${fitToType(column, type)} IS NULL`
      const sql = `SELECT CAST(${column} AS VARCHAR) AS value, sum(count(*)) OVER () AS total
        FROM ${table} WHERE ${misfit} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${SHOWN_MISFITS}`
      const { rows } = await client.dataSource.query.mutate({ sql }, { signal })
      return { count: Number(rows[0]?.total ?? 0), values: rows.map(({ value }) => String(value)) }
    },
    gcTime: 0,
  })
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
