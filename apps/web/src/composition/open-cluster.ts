import { openSqlCluster, type SqlCluster } from '@parley/data'
import type { Egress } from '@parley/net'
import type { Logger } from 'pino'
import type { Settings } from '../env.ts'

/** Opens the SQL cluster that the operator configured; null where there is none. */
export function openCluster(
  { sqlCluster }: Pick<Settings, 'sqlCluster'>,
  options: { readonly egress: Egress; readonly log?: Pick<Logger, 'warn'> },
): SqlCluster | null {
  return sqlCluster && openSqlCluster(sqlCluster, options)
}
