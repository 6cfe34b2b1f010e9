import type { DataSource } from '../source.ts'
import { mentionedSources } from './plan-statement.ts'

/**
 * The sources with the tables of those that the service offers where they can be read, if the statement names them;
 * for all others nothing is written. Throws what writing them throws.
 */
export function openOffered(
  sql: string,
  { sources, signal }: { readonly sources: readonly DataSource[]; readonly signal: AbortSignal },
): Promise<DataSource[]> {
  const mentioned = sources.some(({ offered }) => offered) ? mentionedSources(sql, sources) : new Set()
  return Promise.all(
    sources.map(async (source) => {
      if (!source.offered || !mentioned.has(source)) return source
      return { ...source, tables: await source.offered.open(signal) }
    }),
  )
}
