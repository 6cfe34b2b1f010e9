'use client'

import type { DataSource } from '@parley/contract'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SqlSchema } from '#web/components/sql-editor/sql-editor.tsx'
import { useTRPC, useTRPCClient } from '#web/trpc/client.ts'
import { type UploadProgress, uploadFile } from './components/upload-file.ts'

/** Completion looks at no more sources than these. */
const COMPLETED_SOURCES = 50
const FIRST_ROWS = 20

/** All sources. */
export function useSources() {
  const trpc = useTRPC()
  return useQuery(trpc.dataSource.list.queryOptions({}))
}

/** One source with its tables and columns. */
export function useSource(id: string) {
  const trpc = useTRPC()
  return useQuery(trpc.dataSource.get.queryOptions({ data_source_id: id }))
}

/** The public data sets that can be connected. */
export function useSamples() {
  const trpc = useTRPC()
  return useQuery(trpc.dataSource.listSamples.queryOptions({}))
}

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

/** Tries a connection; what the service found comes back as a sentence. */
export function useTestConnection() {
  const trpc = useTRPC()
  return useMutation({ ...trpc.dataSource.test.mutationOptions(), gcTime: 0 })
}

/** Connects a database or an API. Its password is in no cache. */
export function useConnect() {
  const trpc = useTRPC()
  const refresh = useRefreshSources()
  return useMutation({ ...trpc.dataSource.create.mutationOptions({ onSuccess: refresh }), gcTime: 0 })
}

/** Reads the tables of a source anew. */
export function useRefreshSource() {
  const trpc = useTRPC()
  const keep = useKeepSource()
  return useMutation(trpc.dataSource.refresh.mutationOptions({ onSuccess: keep }))
}

/** Describes a source, its tables and its columns. */
export function useDescribeSource() {
  const trpc = useTRPC()
  const keep = useKeepSource()
  return useMutation(trpc.dataSource.update.mutationOptions({ onSuccess: keep }))
}

/** Runs one statement over all sources. */
export function useRunSql() {
  const trpc = useTRPC()
  return useMutation(trpc.dataSource.query.mutationOptions())
}

/** The first rows of a table, named as SQL names it. */
export function useFirstRows(table: string) {
  const client = useTRPCClient()
  return useQuery({
    queryKey: ['first rows', table],
    queryFn: () => client.dataSource.query.mutate({ sql: `SELECT * FROM ${table} LIMIT ${FIRST_ROWS}` }),
    // Rows of others' databases are not kept longer than somebody looks at them.
    gcTime: 0,
  })
}

/** Every table with its columns, for completion; grows while the sources are read. */
export function useSqlSchema(): SqlSchema {
  const trpc = useTRPC()
  const sources = useSources()
  const ids = (sources.data?.data_sources ?? []).map(({ id }) => id).slice(0, COMPLETED_SOURCES)
  const details = useQueries({
    queries: ids.map((id) => trpc.dataSource.get.queryOptions({ data_source_id: id })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  })
  return useMemo(() => {
    const tables = details.flatMap((source) => source.tables)
    return Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
  }, [details])
}

/** Sends a file; `progress` while that is under way. */
export function useUpload() {
  const refresh = useRefreshSources()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(file, setProgress),
    onSuccess: refresh,
    onSettled: () => setProgress(null),
  })
  return { upload, progress }
}

/** Puts a changed source where the pages look for it. */
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
