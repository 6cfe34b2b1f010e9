import { listDefinitions, type OwnerId, type StoredDefinition, setDefinitionProblem } from '@parley/db'
import { isAppError } from '@parley/errors'
import { listReachableSources } from '../data-source/get-data-source.ts'
import { openDefinition } from './definition.ts'
import type { VerifyDeps } from './verify-definition.ts'

/** Definitions that are not reached in this time stay as they are. */
const RECHECK_MS = 20_000

/**
 * Runs the definitions that read a data source whose tables have changed. One that fails, or returns other columns, is
 * suspended with the difference; one that runs again can be used again. A failure of the service changes nothing.
 */
export async function recheckDefinitions(
  deps: VerifyDeps,
  owner: OwnerId,
  dataSourceId: string,
): Promise<void> {
  const rows = (await listDefinitions(deps.db, owner)).filter((row) =>
    row.dataSourceIds.includes(dataSourceId),
  )
  if (rows.length === 0) return
  const sources = await listReachableSources(deps, owner)
  const signal = AbortSignal.timeout(RECHECK_MS)
  for (const row of rows) {
    if (signal.aborted) return
    const problem = await problemOf(row, (definition) =>
      deps.data.checkDefinition(owner, { definition, sources, signal }),
    )
    if (problem !== undefined && problem !== row.problem && !signal.aborted)
      await setDefinitionProblem(deps.db, owner, { id: row.id, problem })
  }
}

/** Undefined where the service could not tell. */
async function problemOf(
  row: StoredDefinition,
  check: (definition: ReturnType<typeof openDefinition>) => Promise<{ readonly columns: readonly string[] }>,
): Promise<string | null | undefined> {
  try {
    const { columns } = await check(openDefinition(row))
    if (columns.join('\0') === row.columns.join('\0')) return null
    return `It returned the columns ${row.columns.join(', ')}; since its data source was read again it returns ${columns.join(', ')}.`
  } catch (error) {
    if (isAppError(error) && error.code === 'invalid_request')
      return `It does not run since its data source was read again: ${error.message}`
    return undefined
  }
}
