import type { Database, OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Catalogs } from '../data-source/catalogs.ts'
import type { DataDeps } from '../data-source/data-deps.ts'
import { listReachableSources } from '../data-source/get-data-source.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { type DefinitionFields, unsaved } from './definition.ts'

export type VerifyDeps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly data: DataDeps
  readonly catalogs: Catalogs
  readonly now: () => Date
}

/** The fields of each kind that may not be empty, and those that must be. */
const NEEDED = { term: [], metric: ['expression', 'table'], question: ['expression'] } as const
const UNUSED = {
  term: ['condition', 'timeColumn', 'unit'],
  metric: [],
  question: ['table', 'condition', 'timeColumn', 'unit'],
} as const
const METRIC_NAME = /^[a-z_][a-z0-9_]*$/i

/**
 * Runs the SQL of a definition over the owner's data sources. Returns the columns of its rows and the data sources that it
 * reads. Throws `invalid_request` for fields that do not fit its kind and for SQL that does not run.
 */
export async function verifyDefinition(
  deps: VerifyDeps,
  owner: OwnerId,
  { fields, signal }: { readonly fields: DefinitionFields; readonly signal: AbortSignal },
) {
  requireFittingFields(fields)
  const sources = await listReachableSources(deps, owner)
  return deps.data.checkDefinition(owner, { definition: unsaved(fields), sources, signal })
}

function requireFittingFields(fields: DefinitionFields): void {
  const { kind, name, dimensions, timeColumn } = fields
  const empty = NEEDED[kind].find((field) => fields[field].trim() === '')
  if (empty) throw new AppError('invalid_request', `A ${kind} needs ${empty}.`)
  const unused = UNUSED[kind].find((field) => fields[field] !== '')
  if (unused) throw new AppError('invalid_request', `A ${kind} has no ${wireName(unused)}; leave it out.`)
  if (kind === 'term' && (fields.expression === '') !== (fields.table === ''))
    throw new AppError('invalid_request', 'The condition of a term needs both expression and table.')
  if (kind !== 'metric') return
  if (!METRIC_NAME.test(name))
    throw new AppError(
      'invalid_request',
      `The name ${name} is not a SQL name. Use letters, digits and underscores.`,
    )
  const names = dimensions.map((dimension) => dimension.name.toLowerCase())
  if (new Set([...names, name.toLowerCase()]).size <= names.length)
    throw new AppError('invalid_request', 'The dimensions and the metric need different names.')
  if (timeColumn !== '' && !names.includes(timeColumn.toLowerCase()))
    throw new AppError('invalid_request', `time_column must name a dimension; ${timeColumn} is none of them.`)
}

function wireName(field: string): string {
  return field === 'timeColumn' ? 'time_column' : field
}
