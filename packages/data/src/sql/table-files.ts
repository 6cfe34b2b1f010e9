import type { QueryableSource } from '@parley/domain'
import type { ParquetView } from '../sandbox/tasks.ts'
import { datasetPath } from '../source/dataset-files.ts'
import type { Statement } from '../statement/statement.ts'
import type { DatasetPlace } from '../versions/versions-of.ts'

/** A table in a file. `file` is relative to the data folder, `path` is absolute. */
type TableFile = {
  readonly schema: string
  readonly name: string
  readonly file: string
  readonly path: string
}

type Context = DatasetPlace & { readonly sources: readonly QueryableSource[]; readonly ownerId: string }

/** With more tables than this, only those whose name occurs in the statement are opened. */
const OPENED_TABLES = 100

/**
 * The tables in files that a statement may need. With an object store these are only the tables that it names. Throws
 * like `datasetPath`.
 */
export function filesOf({ names }: Pick<Statement, 'names'>, context: Context): TableFile[] {
  const { folder } = context
  const all = context.sources.flatMap((source) => {
    const ownerId = source.offered?.ownerId ?? context.ownerId
    return source.tables.flatMap(({ name, file }) =>
      file === undefined
        ? []
        : [{ schema: source.name, name, file, path: datasetPath(file, { folder, ownerId }) }],
    )
  })
  if (all.length <= OPENED_TABLES && context.versions === undefined) return all
  return all.filter(({ name }) => names.has(name.toLowerCase()))
}

/** Every table by its qualified name, and by its bare name when no other table has that name. */
export function viewsOf(files: readonly TableFile[], { sources }: Pick<Context, 'sources'>): ParquetView[] {
  const views = files.map(({ schema, name, path }) => ({ schema, name, file: path }))
  const byName = Map.groupBy(views, ({ name }) => name.toLowerCase())
  const offered = new Set(sources.filter((source) => source.offered).map(({ name }) => name))
  const unique = [...byName.values()].flatMap((same) => {
    // Offered tables must not make the owner's table names ambiguous.
    const own = same.filter(({ schema }) => !offered.has(schema))
    const candidates = own.length > 0 ? own : same
    return candidates.length === 1 ? candidates : []
  })
  return [...views, ...unique.map((view) => ({ ...view, schema: 'main' }))]
}
