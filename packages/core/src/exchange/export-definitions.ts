import type { Database, OwnerId } from '@parley/db'
import { listDefinitions } from '@parley/db'
import { openDefinition } from '../definition/definition.ts'

type Deps = { readonly db: Database }

/**
 * Writes the owner's definitions as a YAML document of the Open Semantic Interchange: all of them, or those that read no
 * other data sources than the given ones.
 */
export async function exportDefinitions(
  { db }: Deps,
  owner: OwnerId,
  dataSourceIds: readonly string[] | null,
): Promise<string> {
  const wanted = dataSourceIds && new Set(dataSourceIds)
  const rows = (await listDefinitions(db, owner)).map(openDefinition)
  const { writeDefinitions } = await import('./write-definitions.ts')
  return writeDefinitions(
    wanted ? rows.filter((row) => row.dataSourceIds.every((id) => wanted.has(id))) : rows,
  )
}
