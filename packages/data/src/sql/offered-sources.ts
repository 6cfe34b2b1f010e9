import type { QueryableSource, SourceVersion } from '@parley/domain'
import type { RunnablePlan } from './plan-statement.ts'

/** The sources of a statement, and in which state it reads those that it names. */
type Opened = { readonly sources: QueryableSource[]; readonly read: SourceVersion[] }

/**
 * Returns the sources; those that the service offers come with files of the tables that the statement may
 * need. A statement that names no offered source writes no files. Throws the errors of writing the files.
 */
export async function openOffered(plan: RunnablePlan, sources: readonly QueryableSource[]): Promise<Opened> {
  const { statement, mentions } = plan
  const named = new Set(mentions.map(({ source }) => source))
  if (plan.kind === 'native') named.add(plan.source)
  const opened = await Promise.all(
    sources.map((source) => (named.has(source) ? withFiles(source, statement.names) : unversioned(source))),
  )
  return {
    sources: opened.map(({ source }) => source),
    read: opened.flatMap(({ version }) => version ?? []),
  }
}

type OpenedSource = { readonly source: QueryableSource; readonly version?: SourceVersion }

function unversioned(source: QueryableSource): OpenedSource {
  return { source }
}

async function withFiles(source: QueryableSource, words: ReadonlySet<string>): Promise<OpenedSource> {
  const { name, offered, tables, updatedAt } = source
  if (!offered) return { source, ...(updatedAt !== undefined && { version: { name, updatedAt } }) }
  // A column with the name of a table only costs a file that is not needed.
  const names = tables.map((table) => table.name).filter((table) => words.has(table.toLowerCase()))
  const { files, blockHeight } = await offered.open(names)
  const opened = {
    ...source,
    tables: tables.map((table) => {
      const file = files.get(table.name)
      return file === undefined ? table : { ...table, file }
    }),
  }
  return { source: opened, ...(blockHeight !== undefined && { version: { name, blockHeight } }) }
}
