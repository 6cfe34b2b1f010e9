import { createDefinition as insertDefinition, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import { type QuotaLimits, requireRoom } from '../quota.ts'
import { type DefinitionFields, type ListedDefinition, openDefinition, toStoredBody } from './definition.ts'
import { type VerifyDeps, verifyDefinition } from './verify-definition.ts'

export type CreateDeps = VerifyDeps & { readonly limits: QuotaLimits }

/**
 * Runs the SQL of a definition and stores it as verified. Throws `invalid_request` when it does not run, and `conflict`
 * over the quota and for a name that another of the owner's definitions of this kind has.
 */
export async function createDefinition(
  deps: CreateDeps,
  owner: OwnerId,
  { fields, signal }: { readonly fields: DefinitionFields; readonly signal: AbortSignal },
): Promise<ListedDefinition> {
  await requireRoom(deps, owner, 'definitions')
  const { columns, dataSourceIds } = await verifyDefinition(deps, owner, { fields, signal })
  const created = await insertDefinition(deps.db, owner, {
    ...toStoredBody(fields),
    columns: [...columns],
    dataSourceIds: [...dataSourceIds],
  })
  if (!created) throw nameTaken(fields)
  return openDefinition(created)
}

/** The failure of a name that is in use. */
export function nameTaken({ kind, name }: Pick<DefinitionFields, 'kind' | 'name'>): AppError {
  return new AppError(
    'conflict',
    `You have a ${kind} "${name}" already; change that one, or choose another name.`,
  )
}
