import { type Database, getRole, type OwnerId } from '@parley/db'
import type { Role } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { DataDeps } from './data-deps.ts'
import type { ReachableSource } from './data-source.ts'

type Deps = { readonly db: Database; readonly data: DataDeps; readonly now: () => Date }

/** Returns the data sources that the service offers the owner, by role, under names that the owner does not use. */
export async function offeredBeside(
  deps: Deps,
  owner: OwnerId,
  own: readonly { readonly name: string }[],
): Promise<ReachableSource[]> {
  const role = deps.data.offered.some((source) => source.role) ? await getRole(deps.db, owner) : null
  return nameOffered(listOffered(deps, role), own)
}

/** Returns the data sources that the service offers to users of a role, under their own names. */
export function listOffered({ data, now }: Omit<Deps, 'db'>, role: Role | null): ReachableSource[] {
  // Every query reads its current rows, so it is up to date now.
  const refreshedAt = `${now().toISOString().slice(0, -1)}000`
  const offered = data.offered.filter((source) => source.role === undefined || source.role === role)
  return offered.map(({ role: _, ...source }) => ({
    ...source,
    title: '',
    address: '',
    bytes: 0,
    refreshedAt,
  }))
}

/** Renames the offered sources whose names are also names of the owner's. */
export function nameOffered(
  offered: readonly ReachableSource[],
  own: readonly { readonly name: string }[],
): ReachableSource[] {
  const taken = new Set(own.map(({ name }) => name))
  return offered.map((source) => ({ ...source, name: otherName(source.name, taken) }))
}

/** Returns the wanted name, or appends the first number that makes it free. */
export function otherName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let suffix = 2; ; suffix++) if (!taken.has(`${wanted}_${suffix}`)) return `${wanted}_${suffix}`
}

/** Throws `forbidden` for the id of a data source that the service offers. */
export function refuseOffered({ data }: Pick<Deps, 'data'>, id: string): void {
  if (data.offered.some((source) => source.id === id)) {
    throw new AppError(
      'forbidden',
      'The service offers this data source and keeps it up to date. It cannot be changed or deleted.',
    )
  }
}
