import type { QueryableSource } from '@parley/domain'

/** Whether statements over the data source run in the database that it connects. */
export function isDatabaseSource({ connection }: Pick<QueryableSource, 'connection'>): boolean {
  return connection !== undefined && connection.kind !== 'http_api'
}
