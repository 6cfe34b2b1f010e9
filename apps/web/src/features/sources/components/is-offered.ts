import type { DataSource } from '@parley/contract'

/** Whether the service offers the source to everybody; then nobody can change or delete it. */
export function isOffered({ kind }: Pick<DataSource, 'kind'>): boolean {
  return kind === 'ledger'
}
