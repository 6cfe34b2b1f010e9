'use client'

import type { DataSource } from '@parley/contract'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { useCancel } from '#web/console/trpc/use-cancel.ts'
import { tableInSql } from './table-in-sql.ts'

/** Maximum number of data sources whose columns are offered for completion. */
const COMPLETED_SOURCES = 50

const FIRST_ROWS = 20

/** The first part of the cache key of first rows. */
export const FIRST_ROWS_KEY = 'first rows'

/** Reads all data sources. */
export function useSources() {
  const trpc = useTRPC()
  return useQuery(trpc.dataSource.list.queryOptions({}))
}

/** Reads one data source with its tables and columns. */
export function useSource(id: string) {
  const trpc = useTRPC()
  return useQuery(trpc.dataSource.get.queryOptions({ data_source_id: id }))
}

/** Reads the public data sets that can be connected. */
export function useSamples() {
  const trpc = useTRPC()
  return useQuery(trpc.dataSource.listSamples.queryOptions({}))
}

/** Runs one statement over all data sources. A person can cancel it. */
export function useRunSql() {
  const client = useTRPCClient()
  const { begin, cancel } = useCancel()
  const run = useMutation({
    mutationFn: (statement: { sql: string; run_id?: string }) =>
      client.dataSource.query.mutate(statement, { signal: begin() }),
  })
  return {
    ...run,
    cancel: () => {
      cancel()
      run.reset()
    },
  }
}

/** Reads the rows of a statement that a page shows. */
export function useRows(sql: string) {
  const client = useTRPCClient()
  return useQuery({
    queryKey: [FIRST_ROWS_KEY, sql],
    queryFn: ({ signal }) => client.dataSource.query.mutate({ sql }, { signal }),
    // Rows of connected databases are dropped when the page closes.
    gcTime: 0,
  })
}

/** Reads the first rows of a table, by its SQL name. */
export function useFirstRows(table: string) {
  return useRows(firstRowsOf(table))
}

/** The statement for the first rows of a table. */
export function firstRowsOf(table: string): string {
  return `SELECT * FROM ${tableInSql(table)} LIMIT ${FIRST_ROWS}`
}

/** Counts what the columns of a table hold; only tables that are files have a profile. */
export function useProfile({ id, kind }: Pick<DataSource, 'id' | 'kind'>, table: string) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.dataSource.profile.queryOptions({ data_source_id: id, table }),
    enabled: ['file', 'sample', 'http_api'].includes(kind),
    retry: false,
  })
}

/** The columns of each table, by the table's name in SQL. */
export type SqlSchema = Readonly<Record<string, readonly string[]>>

type Tables = {
  readonly tables: readonly DataSource['tables'][number][]
  readonly isPending: boolean
  /** Why tables are missing; null when none failed. */
  readonly error: unknown
  /** Reads again what failed. */
  readonly retry: () => void
}

/** Reads every table with its columns. The result grows while the data sources are read. */
export function useTables(): Tables {
  const trpc = useTRPC()
  const sources = useSources()
  const ids = (sources.data?.data_sources ?? []).map(({ id }) => id).slice(0, COMPLETED_SOURCES)
  const details = useQueries({
    queries: ids.map((id) => trpc.dataSource.get.queryOptions({ data_source_id: id })),
    combine: (results) => ({
      read: results.flatMap(({ data }) => (data ? [data] : [])),
      failed: results.filter(({ isLoadingError }) => isLoadingError),
    }),
  })
  const { read, failed } = details
  const missing = sources.isLoadingError ? [sources] : failed
  return {
    tables: useMemo(() => read.flatMap((source) => source.tables), [read]),
    isPending: sources.isPending,
    error: missing[0]?.error ?? null,
    retry: () => {
      for (const query of missing) void query.refetch()
    },
  }
}

/** Reads the columns of every table, for completion. */
export function useSqlSchema(): SqlSchema {
  const { tables } = useTables()
  return useMemo(
    () => Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])),
    [tables],
  )
}

/** Whether the service offers the data source to all users. No user can change or delete it. */
export function isOffered({ kind }: Pick<DataSource, 'kind'>): boolean {
  return kind === 'ledger'
}
