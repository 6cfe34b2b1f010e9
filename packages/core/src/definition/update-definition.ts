import { updateDefinition as changeDefinition, listDefinitions, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import { nameTaken } from './create-definition.ts'
import { type DefinitionFields, type ListedDefinition, openDefinition, toStoredBody } from './definition.ts'
import { type VerifyDeps, verifyDefinition } from './verify-definition.ts'

type Change = {
  readonly id: string
  readonly change: Partial<Omit<DefinitionFields, 'kind'>>
  readonly signal: AbortSignal
}

/**
 * Changes the fields that were sent, runs the SQL and marks the definition as verified; without fields it only verifies it
 * again. Throws `not_found`, `invalid_request` when it does not run, and `conflict` for a name in use.
 */
export async function updateDefinition(
  deps: VerifyDeps,
  owner: OwnerId,
  { id, change, signal }: Change,
): Promise<ListedDefinition> {
  const before = await requireDefinition(deps, owner, id)
  const { kind, name, synonyms, text, expression, table, condition, dimensions, timeColumn, unit } = before
  const kept = { kind, name, synonyms, text, expression, table, condition, dimensions, timeColumn, unit }
  const fields = { ...kept, ...change }
  const { columns, dataSourceIds } = await verifyDefinition(deps, owner, { fields, signal })
  const stored = { ...toStoredBody(fields), columns: [...columns], dataSourceIds: [...dataSourceIds] }
  const outcome = await changeDefinition(deps.db, owner, { id, ...stored })
  if (outcome === 'name_taken') throw nameTaken(fields)
  return requireDefinition(deps, owner, id)
}

async function requireDefinition(
  deps: Pick<VerifyDeps, 'db'>,
  owner: OwnerId,
  id: string,
): Promise<ListedDefinition> {
  const found = (await listDefinitions(deps.db, owner)).find((one) => one.id === id)
  if (!found) throw missingDefinition()
  return openDefinition(found)
}

/** The failure of an unknown id. */
export function missingDefinition(): AppError {
  return new AppError('not_found', 'There is no definition with this id.')
}
