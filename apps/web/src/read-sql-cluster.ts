import type { ClusterPlace } from '@parley/data'
import * as z from 'zod'
import { optional, type ValuesOf, variable } from './read-variables.ts'

/** Variables of the cluster that large statements over files may run on. */
export const SQL_CLUSTER_VARIABLES = {
  /** A ClickHouse server or cluster over HTTP; null where statements over files stay on this machine. */
  url: optional('PARLEY_SQL_CLUSTER', z.string().transform(toAddress)),
  user: variable('PARLEY_SQL_CLUSTER_USER', z.string().min(1).default('parley')),
  password: variable('PARLEY_SQL_CLUSTER_PASSWORD', z.string().default('')),
  /** The named collection of the cluster with the address and the keys of the object store. */
  collection: variable(
    'PARLEY_SQL_CLUSTER_COLLECTION',
    z
      .string()
      .regex(/^[A-Za-z_]\w{0,63}$/, 'must be a name of letters, digits and underscores.')
      .default('parley'),
  ),
  /** Statements over tables with fewer rows in all stay on this machine. */
  leastRows: variable('PARLEY_SQL_CLUSTER_ROWS', z.coerce.number().int().min(1).default(20_000_000)),
}

/** Returns null without a cluster. Throws an Error that says what is missing. */
export function readSqlCluster(
  { url, ...place }: ValuesOf<typeof SQL_CLUSTER_VARIABLES>,
  { hasObjectStore }: { readonly hasObjectStore: boolean },
): ClusterPlace | null {
  if (url === null) return null
  if (!hasObjectStore)
    throw new Error(
      'PARLEY_SQL_CLUSTER: set PARLEY_BLOBS with it; the cluster reads files from the object store.',
    )
  return { ...place, url }
}

function toAddress(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text)
  const isHttp = url !== null && /^https?:$/.test(url.protocol)
  if (isHttp && !url.username && !url.password && !url.search && !url.hash) return url.href
  const message = 'must be an http or https address of ClickHouse, without user name, password and query.'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
