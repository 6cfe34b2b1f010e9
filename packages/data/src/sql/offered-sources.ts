import type { DataSource } from '../source.ts'
import { mentionedSources } from './plan-statement.ts'

/**
 * The sources, those that the service offers with files of the tables that the statement may need; where it names none,
 * nothing is written. Throws what writing them throws.
 */
export function openOffered(sql: string, sources: readonly DataSource[]): Promise<DataSource[]> {
  const mentioned = sources.some(({ offered }) => offered) ? mentionedSources(sql, sources) : new Set()
  return Promise.all(
    sources.map((source) => (mentioned.has(source) ? withFiles(source, sql.toLowerCase()) : source)),
  )
}

async function withFiles(source: DataSource, text: string): Promise<DataSource> {
  const { offered, tables } = source
  if (!offered) return source
  // A word that is no table's name costs a file too many, nothing else.
  const names = tables.map(({ name }) => name).filter((name) => text.includes(name.toLowerCase()))
  const files = await offered.open(names)
  return {
    ...source,
    tables: tables.map((table) => {
      const file = files.get(table.name)
      return file === undefined ? table : { ...table, file }
    }),
  }
}
