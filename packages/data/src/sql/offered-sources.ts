import type { QueryableSource } from '@parley/domain'
import type { RunnablePlan } from './plan-statement.ts'

/**
 * Returns the sources; those that the service offers come with files of the tables that the statement may
 * need. A statement that names no offered source writes no files. Throws the errors of writing the files.
 */
export function openOffered(
  { statement, mentions }: Pick<RunnablePlan, 'statement' | 'mentions'>,
  sources: readonly QueryableSource[],
): Promise<QueryableSource[]> {
  const mentioned = new Set(mentions.map(({ source }) => source))
  return Promise.all(
    sources.map((source) => (mentioned.has(source) ? withFiles(source, statement.names) : source)),
  )
}

async function withFiles(source: QueryableSource, words: ReadonlySet<string>): Promise<QueryableSource> {
  const { offered, tables } = source
  if (!offered) return source
  // A column with the name of a table only costs a file that is not needed.
  const names = tables.map(({ name }) => name).filter((name) => words.has(name.toLowerCase()))
  const files = await offered.open(names)
  return {
    ...source,
    tables: tables.map((table) => {
      const file = files.get(table.name)
      return file === undefined ? table : { ...table, file }
    }),
  }
}
