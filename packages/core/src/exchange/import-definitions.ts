import { listDefinitions, type OwnerId, saveDefinitions } from '@parley/db'
import { AppError, isAppError } from '@parley/errors'
import type { CreateDeps } from '../definition/create-definition.ts'
import { openDefinition, toStoredBody } from '../definition/definition.ts'
import { verifyDefinition } from '../definition/verify-definition.ts'
import type { LeftPart, ReadDefinition } from './read-definitions.ts'
import { refuseLine } from './refuse-line.ts'

/** Statements that run at the same time. */
const AT_ONCE = 4
const IMPORT_MS = 120_000

type Outcome = 'created' | 'updated' | 'unchanged'

/** What became of the definitions of a document. */
export type Imported = {
  readonly definitions: readonly (Pick<ReadDefinition['fields'], 'kind' | 'name'> & {
    readonly line: number
    readonly outcome: Outcome
  })[]
  readonly left: readonly LeftPart[]
}

type Wanted = { readonly document: string; readonly signal: AbortSignal }

/**
 * Creates and updates the definitions of a document by kind and name, all of them or none; equal ones stay as they are.
 * The SQL of each changed one is run. A definition of another tool whose SQL does not run is left out. Throws
 * `invalid_request` with the line, `conflict` over the quota, and `upstream_timeout` after two minutes.
 */
export async function importDefinitions(
  deps: CreateDeps,
  owner: OwnerId,
  { document, signal }: Wanted,
): Promise<Imported> {
  // Loaded here, because few requests need YAML and every program of the operator loads this package.
  const { readDefinitions } = await import('./read-definitions.ts')
  const read = readDefinitions(document)
  const before = new Map(
    (await listDefinitions(deps.db, owner)).map(openDefinition).map((one) => [keyOf(one), asText(one)]),
  )
  const judged = read.definitions.map((definition) => {
    const outcome = outcomeOf(before.get(keyOf(definition.fields)), asText(definition.fields))
    return { ...definition, outcome }
  })
  const most = deps.limits.quotas.definitions
  if (before.size + judged.filter(({ outcome }) => outcome === 'created').length > most)
    throw new AppError('conflict', `You can keep ${most} definitions; the document would give you more.`)
  const changed = judged.filter(({ outcome }) => outcome !== 'unchanged')
  const checked = await verifyAll(deps, owner, { changed, signal })
  const failed = new Map(checked.flatMap(({ of, problem }) => (problem === undefined ? [] : [[of, problem]])))
  await saveDefinitions(
    deps.db,
    owner,
    checked.flatMap(({ stored }) => stored ?? []),
  )
  const left = [...failed].map(([{ fields, line }, problem]) => {
    return { line, reason: `the metric ${fields.name} is left out: ${problem}` }
  })
  return {
    definitions: judged
      .filter((one) => !failed.has(one))
      .map(({ fields: { kind, name }, line, outcome }) => ({ kind, name, line, outcome })),
    left: [...read.left, ...left].toSorted((one, other) => one.line - other.line),
  }
}

function outcomeOf(before: string | undefined, after: string): Outcome {
  if (before === undefined) return 'created'
  return before === after ? 'unchanged' : 'updated'
}

type Changing = { readonly changed: readonly ReadDefinition[]; readonly signal: AbortSignal }

async function verifyAll(deps: CreateDeps, owner: OwnerId, { changed, signal }: Changing) {
  const timeout = AbortSignal.timeout(IMPORT_MS)
  const verify = async (of: ReadDefinition) => {
    const { fields, line, isOwn } = of
    const limit = AbortSignal.any([signal, timeout])
    try {
      const { columns, dataSourceIds } = await verifyDefinition(deps, owner, { fields, signal: limit })
      const stored = { ...toStoredBody(fields), columns: [...columns], dataSourceIds: [...dataSourceIds] }
      return { of, stored }
    } catch (error) {
      if (timeout.aborted)
        throw new AppError('upstream_timeout', 'The statements of the document took more than two minutes.')
      if (!isAppError(error) || error.code !== 'invalid_request') throw error
      if (isOwn) throw refuseLine(line, `the ${fields.kind} ${fields.name}: ${error.message}`)
      return { of, problem: error.message }
    }
  }
  const checked: Awaited<ReturnType<typeof verify>>[] = []
  for (let start = 0; start < changed.length; start += AT_ONCE)
    checked.push(...(await Promise.all(changed.slice(start, start + AT_ONCE).map(verify))))
  return checked
}

function keyOf({ kind, name }: ReadDefinition['fields']): string {
  return `${kind} ${name}`
}

/** The stored fields in one order, so that equal ones are equal texts. */
function asText(fields: ReadDefinition['fields']): string {
  return JSON.stringify(toStoredBody(fields))
}
